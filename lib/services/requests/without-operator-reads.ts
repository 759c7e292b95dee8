/**
 * The condition, in SQL, for logged requests other than operators' successful reads and previews of actions. Its first part is in the words of the index
 * `request_log_notable`, so that it serves; the second leaves out the reads of operators that name a payment. Other reads that name one are paid.
 */
export const withoutOperatorReads = `(method <> 'GET' or status >= 400 or api_key is not null or payment_id is not null)
  and not (method = 'GET' and status < 400 and operation in ('getOperatorPayment', 'getPaymentAuthorization'))
  and not (operation = 'previewAction' and status < 400)`
