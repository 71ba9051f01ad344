// The file is long because it lists all changes of the API by day, newest first. Each entry names changes that API
// clients must know.
import type { ReactNode } from "react";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { CallLink } from "./call-link.tsx";

type Entry = { day: string; changes: ReactNode[] };

const entries: Entry[] = [
  {
    day: "1 December 2026",
    changes: [
      <>
        Invoices, for administrators, have <code>needs_review</code>, by which <CallLink verb="listAdminInvoices" />{" "}
        filters. <CallLink verb="reviewInvoice" /> clears it, and <CallLink verb="getOverview" /> counts them.
      </>,
      <>
        <CallLink verb="updateOwnOrganization" /> and <CallLink verb="updateOrganization" /> save a new name or billing
        email while the payment provider is away, and no longer answer 503. The provider gets it as soon as it answers.
      </>,
    ],
  },
  {
    day: "30 November 2026",
    changes: [
      <>
        <CallLink verb="updateCart" /> takes <code>updated_at</code>; a cart that has changed since is{" "}
        <code>CART_OUTDATED</code>, and nothing is changed.
      </>,
      <>
        <CallLink verb="checkoutCart" /> and <CallLink verb="createApprovalRequest" /> answer <code>CART_OUTDATED</code>{" "}
        if the tax is no longer what <CallLink verb="calculateCartTax" /> said since products, addresses or shipping of
        the cart changed last.
      </>,
      <>
        An approved request from <CallLink verb="getApprovalRequest" /> has a <code>reason</code> if plans of its cart
        were not ordered, because their payment was declined.
      </>,
      <>
        <CallLink verb="payInvoices" />, <CallLink verb="chargeInvoice" /> and <CallLink verb="remindInvoice" /> refuse
        the invoice of a plan that has ended as <code>INVOICE_CLOSED</code>.
      </>,
      <>
        <CallLink verb="getInvoice" /> has <code>credited_amount</code> and <code>applied_balance</code>: credit notes
        and credit that pay a part of an open invoice.
      </>,
      <>
        <CallLink verb="getOverview" /> sums what is left to pay of unpaid invoices, not their totals.
      </>,
      <>
        <CallLink verb="updateUser" /> with another organization empties the user's cart. A quote in it can be accepted
        again.
      </>,
      <>A quote in the cart of a user who is inactive or may no longer buy can be accepted again within 15 minutes.</>,
      <>
        <CallLink verb="updateQuote" /> and <CallLink verb="sendQuote" /> refuse <code>shipping</code> for products that
        are not shipped.
      </>,
      <>
        <CallLink verb="inactivateUser" />, <CallLink verb="inactivateUsers" /> and{" "}
        <CallLink verb="inactivateOrgUser" /> also end links that were mailed to the user before.
      </>,
      <>
        <CallLink verb="sendSetUpLinks" /> and <CallLink verb="resetUserPassword" /> answer <code>USR_NOT_AWAITED</code>{" "}
        about a user who is not set up and whose address is being corrected.
      </>,
      <>
        <CallLink verb="listBroadcasts" /> and <CallLink verb="getBroadcast" /> leave out <code>code</code> and{" "}
        <code>url</code> of notifications that open an account.
      </>,
      <>
        A subscription from <CallLink verb="giveSubscription" /> is <code>canceled</code> within an hour of its end. Its
        plan can then be bought or granted again.
      </>,
      <>
        A subscription has no <code>refund_offer</code> while a switch of its term is under way.
      </>,
      <>
        <CallLink verb="cancelOrder" />, <CallLink verb="voidInvoice" />, <CallLink verb="writeOffInvoice" /> and{" "}
        <CallLink verb="markInvoicePaid" /> work for an order by link whose bank refused the debit.
      </>,
      <>
        <CallLink verb="listSoftware" /> and <CallLink verb="getDownload" /> no longer allow software whose line in an
        order was refunded, while the rest of the order stays paid.
      </>,
      <>
        <CallLink verb="voidInvoice" /> and <CallLink verb="writeOffInvoice" /> of an order on account of which nothing
        was paid also end its downloads of software.
      </>,
      <>
        <CallLink verb="listSoftware" /> and <CallLink verb="getDownload" /> allow nothing for a subscription that was
        canceled before its start.
      </>,
      <>
        In the typed client, <CallLink verb="downloadInvoice" /> and the calls for labels and customs invoices give a{" "}
        <code>Blob</code>. Before, they gave a text from which no PDF could be read.
      </>,
      <>
        The typed client sends the filter <code>created_at</code> of <CallLink verb="listNotifications" /> as JSON, and
        the OpenAPI document says so; before, the first was refused and the second was ignored.
      </>,
    ],
  },
  {
    day: "29 November 2026",
    changes: [
      <>
        In <CallLink verb="listActivity" /> the subject of a checkout is the order or plan that it placed, and that of
        an approval its request. Their texts name the amount.
      </>,
      <>
        <CallLink verb="cancelOrder" /> answers <code>PAYMENT_FAILED</code> while the checkout of the order is under
        way.
      </>,
      <>
        <CallLink verb="voidInvoice" /> answers <code>INVOICE_PAID_IN_PART</code> for an invoice with a payment.
      </>,
      <>
        Orders, plans and quotes may come to $0. They are <code>paid</code> without a charge; before, such an order
        stayed <code>pending</code>.
      </>,
    ],
  },
  {
    day: "28 November 2026",
    changes: [
      <>
        A user who lost every passkey, app and backup code is recovered by an administrator:{" "}
        <CallLink verb="startRecovery" /> begins 24 hours that the user is notified about,{" "}
        <CallLink verb="stopRecovery" /> ends them, and <CallLink verb="getUserFactors" /> tells the state.{" "}
        <CallLink verb="listStaff" /> has <code>second_factor</code>. Security events have new kinds, and a new sign-in
        method is mailed, too.
      </>,
      <>
        Administrators without a passkey or an authenticator app can do nothing but set one up: other calls answer{" "}
        <code>SECOND_FACTOR_SETUP_REQUIRED</code>, unless the deployment makes it optional.{" "}
        <CallLink verb="getSecurity" /> says whether a rule asks for a second factor.
      </>,
      <>
        Managers require a second factor of everybody from a day on: <code>require_second_factor_from</code> of{" "}
        <CallLink verb="updateOwnOrganization" />. From that day users without one get{" "}
        <code>SECOND_FACTOR_SETUP_REQUIRED</code>, and the last factor stays (
        <code>SECOND_FACTOR_REQUIRED_BY_ORGANIZATION</code>). <CallLink verb="listOrgUsers" /> tells and filters who has
        one.
      </>,
      <>
        Organizations have <code>payment_terms_days</code>, <code>credit_limit</code> and{" "}
        <code>is_po_number_required</code> (<CallLink verb="updateOrganization" />
        ); managers set the last one by <CallLink verb="updateOwnOrganization" />. <CallLink verb="updateCart" /> takes{" "}
        <code>payment_method</code>, and <CallLink verb="checkoutCart" /> then places the order on account:{" "}
        <code>CREDIT_LIMIT_EXCEEDED</code> says what is <code>available</code>. Orders have{" "}
        <code>payment_terms_days</code>, invoices <code>due_on</code>. <CallLink verb="orderByLink" /> takes{" "}
        <code>payment_method</code> and <code>po_number</code>, too.
      </>,
      <>
        Customers ask for a price: <CallLink verb="createQuoteRequest" /> sends the cart, <CallLink verb="sendQuote" />{" "}
        answers it, and <CallLink verb="acceptQuote" /> fills the cart at the quoted prices. A cart has a{" "}
        <code>quote_id</code>; changes of what it fixes are refused with <code>CART_QUOTED</code>.
      </>,
      <>
        Users with a passkey or an authenticator app need a sign-in of the last 15 minutes for changes of people, email
        addresses, payment methods, prices and versions, for impersonation, and for refunds of an order above 1,000
        dollars a day. Otherwise these calls answer <code>FRESH_SIGN_IN_REQUIRED</code> with <code>factors</code>.
        <CallLink verb="refreshSession" /> makes the sign-in fresh. Sessions of administrators end after 12 hours, or 1
        hour idle.
      </>,
      <>
        Security events of the last 90 days are listed with browser and place (<CallLink verb="listSecurityEvents" />,
        for people of the organization <CallLink verb="listOrgUserSecurityEvents" />
        ). A sign-in in a new browser or from a new country, a changed password and a changed address are mailed with a
        button “This was not me”.
      </>,
      <>
        Organizations keep approval rules (<CallLink verb="createApprovalRule" />,{" "}
        <CallLink verb="previewApprovalRule" />
        ). <CallLink verb="checkoutCart" /> and <CallLink verb="orderByLink" /> refuse an order that a rule asks for
        with <code>ORDER_APPROVAL_REQUIRED</code>; <CallLink verb="createApprovalRequest" /> sends the cart for
        approval, and <CallLink verb="approveRequest" /> places it at its frozen prices.{" "}
        <CallLink verb="updateOwnOrganization" /> takes <code>is_approval_by_mail_allowed</code>.
      </>,
      <>
        The shop has a <code>seller</code>, which its documents to print name (<CallLink verb="updateShopSettings" />
        ).
      </>,
      <>
        Devices have <code>name</code>, <code>site</code> and <code>tags</code> of the organization’s own (
        <CallLink verb="updateOrgProduct" />
        ), and <code>installed_version</code>, which the desktop app or a user reports (
        <CallLink verb="reportInstalledVersion" />
        ); <code>has_update</code> compares it with <code>newest_build</code>. <CallLink verb="listOrgProducts" />{" "}
        filters by <code>site</code>, <code>tag</code> and <code>has_update</code>.
      </>,
      <>
        An invoice can be read with its payments and refunds (<CallLink verb="getInvoice" />) and downloaded as PDF (
        <CallLink verb="downloadInvoice" />
        ). Searches of <CallLink verb="listInvoices" /> and <CallLink verb="listOrders" /> find amounts and dates as
        well, and their rows are filtered by <code>from</code> and <code>to</code>, those of invoices also by{" "}
        <code>amount_from</code> and <code>amount_to</code>. <CallLink verb="payInvoices" /> pays several with a saved
        method, a charge and a result each.
      </>,
      <>
        Subscriptions have <code>next_charge</code> with tax, <code>payment_method</code> and{" "}
        <code>cancels_at_period_end</code>. Their customers change the payment method (
        <CallLink verb="changeSubscriptionMethod" />
        ), cancel (<CallLink verb="cancelSubscription" />) and resume (<CallLink verb="resumeSubscription" />
        ). <CallLink verb="deletePaymentMethod" /> takes a <code>replacement_id</code> for the plans that are paid with
        it. A monthly plan becomes a yearly one at once: <CallLink verb="previewSubscriptionSwitch" /> has the amounts,
        <CallLink verb="switchSubscription" /> charges them. A yearly plan becomes a monthly one with the end of its
        term; until then it is the subscription’s <code>scheduled_switch</code>, which{" "}
        <CallLink verb="withdrawSubscriptionSwitch" /> takes back. Within 14 days of the first payment{" "}
        <CallLink verb="cancelSubscriptionNow" /> ends a plan at once and refunds it whole, while it has a{" "}
        <code>refund_offer</code>.
      </>,
      <>
        Products have <code>lead_days</code>, working days until they ship, and the shop has <code>holidays</code> (
        <CallLink verb="updateShopSettings" />
        ). Offered rates say when a cart would arrive (<CallLink verb="listShippingRates" />
        ), and orders keep what was promised: <code>ships_by</code>, <code>arrives_from</code> and{" "}
        <code>arrives_by</code> (<CallLink verb="getOrder" />
        ).
      </>,
      <>
        The PO number and the note of an order can change until its invoice is in the books (
        <CallLink verb="updateOrder" />
        ).
      </>,
      <>
        Payment methods say when a checkout was last paid with them, and when one was declined (
        <CallLink verb="listPaymentMethods" />
        ).
      </>,
      <>
        Days by which administrators filter orders, invoices and subscriptions (<CallLink verb="listAdminOrders" />,{" "}
        <CallLink verb="listAdminInvoices" />, <CallLink verb="listAdminSubscriptions" />
        ), and weeks of <CallLink verb="getOverview" /> and <CallLink verb="getDownloadStatistics" />, are those of the
        shop’s time zone, UTC by default.
      </>,
      <>
        Products, for administrators, have <code>weight_grams</code>, <code>country_of_origin</code>,{" "}
        <code>hs_code</code> and <code>customs_value</code>. A package that is made at the carrier (
        <CallLink verb="shipOrder" />) weighs what its products weigh if it names no weight. Packages to other countries
        have services of their own and a customs declaration; <code>itn</code> is the number of an export filing, and{" "}
        <CallLink verb="downloadCustomsInvoice" /> has the commercial invoice.
      </>,
      <>
        The texts of all mails, for owners of the shop: <CallLink verb="listMailTemplates" />,{" "}
        <CallLink verb="getMailTemplate" />, <CallLink verb="updateMailTemplate" />,{" "}
        <CallLink verb="resetMailTemplate" />, <CallLink verb="previewMailTemplate" /> and{" "}
        <CallLink verb="testMailTemplate" />.
      </>,
      <>
        Notifications by hand, for administrators, go to an <code>audience</code> of conditions: products owned,
        versions downloaded, plans, price level, role, country, and chosen organizations or people (
        <CallLink verb="sendNotification" />, <CallLink verb="previewNotification" />,{" "}
        <CallLink verb="draftNotification" />
        ). A kind more, <code>mustRead</code>, is about safety, security or a contract: it ignores the settings, and its
        mail has no way to unsubscribe. A draft is sent at a time (<CallLink verb="scheduleNotification" />
        ). Audiences are saved under names (<CallLink verb="createAudience" />, <CallLink verb="listAudiences" />
        ). One whose author may no longer send it is not sent: <code>is_blocked</code> says so before its time,{" "}
        <code>missed_reason</code> after it.
      </>,
      <>
        <CallLink verb="listAssignments" />, for administrators, is a list with search, sorts and filters by person,
        kind of record and day.
      </>,
      <>
        Shipping rates have a <code>service</code> of the carrier, for administrators (
        <CallLink verb="createShippingRate" />, <CallLink verb="updateShippingRate" />
        ). It is the one that an order with the rate ships by, unless another one is chosen.
      </>,
      <>
        Several orders are shipped at once, for administrators: <CallLink verb="createLabels" /> has a result for each,
        and <CallLink verb="downloadLabels" /> is one file. Filtered lists of invoices and bookings say by{" "}
        <code>meta.amount</code> what their rows come to, and <CallLink verb="getOverview" /> how many{" "}
        <code>orders</code> are to be shipped.
      </>,
    ],
  },
  {
    day: "24 November 2026",
    changes: [
      <>
        Figures of money, for administrators: <CallLink verb="getFinance" /> sums the ledger by day of booking,{" "}
        <CallLink verb="listLedger" /> lists its bookings, and the days are those of the shop’s time zone (
        <CallLink verb="updateShopSettings" />
        ). The weeks of <CallLink verb="getOverview" /> say <code>gross</code>, <code>refunds</code>,{" "}
        <code>disputes</code> and <code>net</code> in place of <code>revenue</code> and <code>invoices_paid</code>. Each
        preset gets the figures of its areas alone. Figures are also by product; <code>product_id</code> and{" "}
        <code>is_not_by_line</code> list the bookings with their <code>part</code>. Weeks stand beside those{" "}
        <code>before</code>, and <code>last_week_so_far</code> has the same days. Each state has its <code>tax</code>,
        as has each booking. Figures of what is unpaid leave out the first invoices of plans that never began.
      </>,
      <>
        Versions are rolled out in stages (<CallLink verb="stageVersion" />) and withdrawn (
        <CallLink verb="withdrawVersion" />
        ), for administrators. A withdrawn version answers <code>SOFTWARE_VERSION_WITHDRAWN</code> to downloads.
        Software says by <code>offered_by</code> why a version is offered, and by <code>withdrawn_versions</code> which
        of your downloads must no longer be used.
      </>,
      <>
        Unpaid invoices, for administrators: <CallLink verb="remindInvoice" />, <CallLink verb="chargeInvoice" />,{" "}
        <CallLink verb="markInvoicePaid" />, <CallLink verb="voidInvoice" /> and <CallLink verb="writeOffInvoice" />,
        and several at once with <CallLink verb="remindInvoices" /> and <CallLink verb="markInvoicesPaid" />. Invoices
        say by <code>closed_as</code> whether they are void or written off.
      </>,
      <>
        Refunds have a <code>reason</code>. A failed one is tried again with <CallLink verb="retryRefund" />, or noted
        as paid by other means with <CallLink verb="settleRefund" />. Money of a wire or cheque that was paid back is
        noted with <CallLink verb="noteRefund" />.
      </>,
      <>
        A product is published at a date, for administrators: <CallLink verb="planProductPublication" />, told by{" "}
        <code>publish_at</code>.
      </>,
    ],
  },
  {
    day: "23 November 2026",
    changes: [
      <>
        Pictures of products, for administrators: upload (<CallLink verb="createProductImage" />, a multipart form),
        order (
        <CallLink verb="orderProductImages" />
        ), alternative text (<CallLink verb="updateProductImage" />) and <CallLink verb="deleteProductImage" />.
        Products say by <code>image_texts</code> what their uploaded pictures show.
      </>,
      <>
        Price levels are things of their own, for administrators: <CallLink verb="listPriceLevels" /> tells the id and
        the use of each, and they are made, renamed and deleted (<CallLink verb="createPriceLevel" />,{" "}
        <CallLink verb="updatePriceLevel" />, <CallLink verb="deletePriceLevel" />
        ). Prices of up to 500 products and levels change at once, all or none (<CallLink verb="updateProductPrices" />
        ), and a price can begin at a date (<CallLink verb="schedulePrice" />
        ). Products are imported from a CSV file, which is previewed first (<CallLink verb="createProductImport" />,{" "}
        <CallLink verb="confirmProductImport" />
        ).
      </>,
      <>
        Refunds above a sum of the shop’s settings (<CallLink verb="updateShopSettings" />) need a second person:{" "}
        <CallLink verb="refundOrder" />, <CallLink verb="retryRefund" /> and <CallLink verb="cancelOrder" /> then answer
        202 with an <code>approval_id</code>, and somebody else approves (<CallLink verb="approveRefund" />) or rejects
        (
        <CallLink verb="rejectRefund" />) it. They are listed by <CallLink verb="listRefundApprovals" />.
      </>,
      <>
        Devices say by <code>is_verified</code> whether they were shipped, made or confirmed. An organization adds at
        most 20 unverified ones a day and has at most 200, then <CallLink verb="createOrgProduct" /> answers{" "}
        <code>DEVICE_CLAIMS_EXHAUSTED</code>. A shipment takes an unverified device over. Administrators see the
        unverified devices (<CallLink verb="listDeviceClaims" />
        ), verify them (<CallLink verb="verifyDevices" />) or remove them (
        <CallLink verb="deleteDeviceClaims" />
        ), and import serial numbers that were made (<CallLink verb="importMadeSerials" />
        ).
      </>,
      <>
        <CallLink verb="orderByLink" /> takes the header <code>Idempotency-Key</code>, refuses more than 10,000 of a
        product over all lines, and refuses an order while 15 orders by link are not paid.{" "}
        <CallLink verb="getDownload" /> no longer tells who published a version: <code>published_by</code> is null.
      </>,
      <>
        <CallLink verb="orderByLink" /> takes an <code>address</code>, and charges shipping by the cheapest rate of its
        country and tax. Without one it uses the first of the organization’s address book; a product that is shipped is
        refused as <code>SHIPPING_ADDRESS_NOT_FOUND</code> without either, and as <code>SHIPPING_RATE_NOT_FOUND</code>{" "}
        where no rate leads there.
      </>,
      <>
        Shipping rates are set by administrators (<CallLink verb="listAdminShippingRates" />,{" "}
        <CallLink verb="createShippingRate" />
        ). For buyers <CallLink verb="listShippingRates" /> tells the price for their cart, with <code>
          full_price
        </code>{" "}
        and <code>free_from</code>, and every reply of a cart has <code>shipping</code> and{" "}
        <code>previous_shipping</code>. Whatever changed of the chosen rate since then is <code>CART_OUTDATED</code> at{" "}
        <CallLink verb="checkoutCart" />.
      </>,
      <>
        Administrators set or correct where an order goes until its first package:{" "}
        <CallLink verb="setShippingAddress" />.
      </>,
      <>
        Industries are kept by administrators (<CallLink verb="listIndustries" />, <CallLink verb="createIndustry" />,{" "}
        <CallLink verb="updateIndustry" />, <CallLink verb="deleteIndustry" />
        ). Any industry that an organization is given is still taken, in the spelling that is there already.
      </>,
      <>
        Versions of the license agreement (<CallLink verb="createLicenseAgreement" />,{" "}
        <CallLink verb="listLicenseConsents" />) and of the shop’s texts (<CallLink verb="createLegalText" />) are
        published from an instant on. Who agreed to an earlier license agreement is asked at the next sign-in and
        answers by <CallLink verb="agreeToLicense" />.
      </>,
      <>
        Firmware and other software, for administrators: added with the repository whose releases are imported (
        <CallLink verb="createSoftware" />, <CallLink verb="updateSoftware" />
        ). <CallLink verb="linkPlugin" /> also says whether a plugin comes with Flowpoint and which devices it is for.
      </>,
      <>
        Errors of browsers and apps, for administrators: by message and release (<CallLink verb="listClientErrors" />,{" "}
        <CallLink verb="getClientError" />
        ). <CallLink verb="takeClientLog" /> takes <code>device</code> as a text, too, and the text that{" "}
        <code>navigator.sendBeacon</code> sends.
      </>,
      <>
        <CallLink verb="sendNotification" /> takes the fields of the specification for all 29 types. The link of those
        that open an account must lead to the shop, or is made of the recipient’s <code>code</code>.
      </>,
      <>
        <CallLink verb="updateSubscription" /> refuses a status that the payment provider decides: one that was bought
        can only be canceled.
      </>,
      <>
        Text messages: a number is verified by a code (<CallLink verb="requestPhoneCode" />,{" "}
        <CallLink verb="confirmPhone" />
        ), and people choose which notifications come there, too (<CallLink verb="chooseTextTypes" />
        ). STOP ends them. An administrator who acts as a person is refused all of these, <CallLink verb="getPhone" />{" "}
        too.
      </>,
      <>
        Every list has <code>meta</code>. A query parameter without a value counts as absent on every call, and a call
        that needs a body and gets none answers 400 in place of 415.
      </>,
      <>
        <code>updated_at</code> is compared as an instant, so the same moment in another spelling is accepted: another
        offset, fewer or more decimals.
      </>,
      <>
        <CallLink verb="exchangeCode" /> answers a <code>refresh_token</code> and <code>refresh_expires_at</code> beside
        the access token, which lives an hour in place of 7 days. With <code>grant_type</code>{" "}
        <code>refresh_token</code> it answers the next pair, once for each refresh token and until 30 days after the
        sign-in. Using one again signs the app out.
      </>,
      <>
        Every message of a 400 names the field and what is allowed, such as <q>limit must be at most 100</q>.
      </>,
      <>
        Only people of the shop’s own organization become administrators: <CallLink verb="createUser" /> and{" "}
        <CallLink verb="updateUser" /> answer 422 <code>INVALID_ROLES</code> otherwise, as approvals do.
      </>,
      <>
        Where a shop has its store, console and sign-in at hosts of their own, its session cookie is{" "}
        <code>__Secure-session</code>, and each of these hosts answers every call.
      </>,
      <>
        <CallLink verb="getPluginManifest" /> takes versions as <code>5.2</code>, <code>v5.2.0</code> and{" "}
        <code>5.2.0.1234</code>, and answers for a version that was never released what the newest one below it gets.
      </>,
      <>
        <code>FLOWPOINT_DOWNLOAD_LATEST</code> of <CallLink verb="getFlowpointLinks" /> is the shop’s own download,
        unless the shop names another.
      </>,
      <>
        Products are created (<CallLink verb="createProduct" />) and changed as a whole (
        <CallLink verb="updateProduct" />
        ): name, SKU, type, prices by level, term, family, serial number patterns, tax code and whether they are active.
        What comes from NetSuite is refused as <code>PRODUCT_FIELD_SYNCHRONIZED</code>.
      </>,
    ],
  },
  {
    day: "22 November 2026",
    changes: [
      <>
        This reference: pages by subject, examples from the demonstration shop, guides, search, and the typed{" "}
        <a href={pages.docsClient}>client.ts</a>.
      </>,
      <>
        For administrators: accounting sync, shipping, imports of builds, the books, and the runs of every task (
        <a href={hrefOf(pages.docsAudience, { audience: "administrator" })}>administrator calls</a>).
      </>,
      <>
        For administrators: one search for everything (<CallLink verb="searchConsole" />) and the numbers of the shop (
        <CallLink verb="getOverview" />
        ).
      </>,
      <>
        Everything that was done, with what is different since, for administrators (<CallLink verb="listAudit" />
        ).
      </>,
      <>
        People, for administrators: their sessions (<CallLink verb="listUserSessions" />
        ), several at once (<CallLink verb="inactivateUsers" />, <CallLink verb="sendSetUpLinks" />
        ), and a reason for acting as one (<CallLink verb="startImpersonation" />
        ).
      </>,
      <>
        For administrators: what publishing a version would do (<CallLink verb="checkPublication" />
        ), how software is downloaded (<CallLink verb="getDownloadStatistics" />
        ), and notifications that are looked at before they are sent (<CallLink verb="previewNotification" />
        ). Notifications know a kind more, <code>announcement</code>.
      </>,
      <>
        Orders, for administrators: refunds by lines, with their share of the tax, or by an amount (
        <CallLink verb="refundOrder" />
        ), why each price was paid (<CallLink verb="getOrderPrices" />
        ). <CallLink verb="cancelOrder" /> cancels what is not shipped and gives back what was paid.
      </>,
      <>
        Notes of administrators about orders, organizations, account requests and invoices, which no customer reads (
        <CallLink verb="listNotes" />, <CallLink verb="createNote" />, <CallLink verb="createNoteFile" />
        ), with who takes care of a record and until when (<CallLink verb="updateAssignment" />
        ). <CallLink verb="listMine" /> lists what waits for the caller. They replace the notes of orders.
      </>,
      <>
        Invoices, for administrators: flagged for the export to accounting, one (<CallLink verb="flagInvoiceSync" />) or
        several at once (<CallLink verb="flagInvoicesSync" />
        ).
      </>,
      <>
        What was given up, for administrators: mails and text messages (<CallLink verb="listOutbox" />, sent again by{" "}
        <CallLink verb="resendNotifications" />) and webhooks of the payment provider (
        <CallLink verb="listCallbacks" />, <CallLink verb="retryCallback" />
        ).
      </>,
      <>
        Lists of what an organization did (<CallLink verb="listActivity" />
        ), of its software (<CallLink verb="listSoftware" />) and downloads.
      </>,
      <>
        Who sends the <code>updated_at</code> that they read with a change overwrites nobody else’s (
        <CallLink verb="updateOwnOrganization" />, <CallLink verb="updateOrganization" />,{" "}
        <CallLink verb="linkPlugin" />, <CallLink verb="draftNotification" />
        ): the refusal is <code>OBJECT_OUTDATED</code>. Several organizations get a price level at once (
        <CallLink verb="setPriceLevel" />
        ).
      </>,
      <>
        Carts and orders carry <code>po_number</code> and <code>note</code>; checkout takes the{" "}
        <code>terms_version</code> that the buyer was shown.
      </>,
      <>
        Products: what customers read is changed by <CallLink verb="updateProduct" />, and several are published, taken
        out or archived at once, all or none (<CallLink verb="publishProducts" />
        ). Subscriptions name their organization and are listed by what comes next.
      </>,
      <>Organizations invite their own people, and several account requests are answered at once, all or none.</>,
      <>
        What is known about an account request (<CallLink verb="getAccountRequest" />
        ); an approval makes a <code>new_organization</code> in place of <code>org_id</code>, and a rejection tells its{" "}
        <code>reason</code>.
      </>,
    ],
  },
  {
    day: "20 November 2026",
    changes: [<>The first version: accounts and sessions, store, cart, checkout, orders, invoices, subscriptions.</>],
  },
];

export const Changelog = () => (
  <>
    {entries.map(({ day, changes }) => (
      <section key={day}>
        <h2>{day}</h2>
        <ul>
          {changes.map((change, at) => (
            <li key={`${day} ${at + 1}`}>{change}</li>
          ))}
        </ul>
      </section>
    ))}
  </>
);
