/** Text whose dates do not break over two lines: the spaces of `26 May 2014` and of `16:34 UTC` do not break. To be shown, not to be copied. */
export function unbrokenDates(text: string): string {
  return text
    .replace(/\b(\d{1,2}) ([A-Z][a-z]{2,3}) (\d{4})\b/g, '$1\u00a0$2\u00a0$3')
    .replace(/\b(\d{2}:\d{2}) (UTC|GMT)/g, '$1\u00a0$2')
}
