/** Domains at which anybody gets an address: they say nothing of where a person works. */
export const freeMailDomains = [
  ...["gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "live.com", "msn.com", "yahoo.com", "ymail.com"],
  ...["icloud.com", "me.com", "mac.com", "aol.com", "proton.me", "protonmail.com", "pm.me", "mail.com", "zoho.com"],
  ...["gmx.com", "gmx.net", "gmx.de", "web.de", "t-online.de", "freenet.de", "yandex.com", "yandex.ru", "mail.ru"],
  ...["fastmail.com", "hey.com", "tutanota.com", "tuta.com", "hushmail.com", "inbox.com", "qq.com", "163.com"],
  ...["126.com", "naver.com", "hotmail.co.uk", "yahoo.co.uk", "yahoo.co.jp", "yahoo.de", "yahoo.fr", "hotmail.fr"],
  ...["orange.fr", "free.fr", "libero.it", "comcast.net", "verizon.net", "att.net", "sbcglobal.net", "bellsouth.net"],
  ...["cox.net", "btinternet.com", "rediffmail.com", "uol.com.br", "bol.com.br", "terra.com.br", "duck.com"],
];
