/**
 * Words that people who know none of our terms ask with, for the page or section that answers them, by its `href` in the search
 * index. They are not shown: words that readers should see belong in the guide itself.
 */
export const namesOfSections: Readonly<Record<string, string>> = {
  '/docs#check-a-file-for-free': 'check a photo, picture, image or video: is it real, fake, authentic, AI',
  '/docs#commission-a-capture':
    'post a bounty, order a film or video, money back, refund, cancel an order, no film comes, nobody films, nothing delivered',
  '/docs/enterprise#your-key': 'API key',
  '/docs/glossary#bounty': 'order a film, no film comes, nobody films, money back, refund',
  '/docs/glossary#contributor': 'how to earn money, get paid for my film',
  '/docs/glossary#deadline': 'no film comes in time, nobody films, money back, refund, too late',
  '/docs/glossary#refund': 'money back, no film comes',
  '/docs/payment#what-it-costs': 'how much, cost, price, fee, expensive, cheap',
  '/docs/payment#what-we-promise': 'money back, refund, charged twice, failed payment',
  '/docs/payment#when-an-answer-or-a-token-is-lost': 'lost key, forgot my key, recover',
  '/docs/privacy#files': 'is my photo, picture, image or video uploaded, sent, shared, stored',
  '/docs/privacy#people': 'who sees me, my name, my address, personal data, anonymous',
  '/docs/privacy#what-cannot-be-deleted': 'delete, erase or remove my data',
  '/docs/verify': 'verify',
}
