import type { Receipt } from "./message.ts";
import { styles } from "./theme.ts";

const Charge = ({ label, value, isTotal }: { label: string; value: string; isTotal?: boolean }) => {
  const weight = isTotal ? styles.strong : {};
  return (
    <tr>
      <th scope="row" className="ink line" style={{ ...styles.receiptName, ...weight }}>
        {label}
      </th>
      <td className="ink line" style={{ ...styles.receiptAmount, ...weight }}>
        {value}
      </td>
    </tr>
  );
};

export const ReceiptTable = ({ lines, charges, total }: Receipt) => (
  <table cellPadding={0} cellSpacing={0} className="line" style={styles.receipt}>
    <tbody>
      {lines.map(({ name, quantity, amount }, index) => (
        <tr key={index}>
          <th scope="row" className="ink line" style={styles.receiptName}>
            {name}
            <br />
            <span className="muted" style={styles.receiptQuantity}>
              {quantity}
            </span>
          </th>
          <td className="ink line" style={styles.receiptAmount}>
            {amount}
          </td>
        </tr>
      ))}
      {charges.map(([label, value]) => (
        <Charge key={label} label={label} value={value} />
      ))}
      {total && <Charge label="Total" value={total} isTotal />}
    </tbody>
  </table>
);
