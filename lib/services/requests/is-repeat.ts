/**
 * True if a logged request repeated a paid one: an earlier request with the same payment had the answer, and this one got the stored
 * answer. SQL about a row of `request_log`. Reads of operators name a payment, too, but are not its operation.
 */
export const isRepeat = `(request_log.payment_id is not null and request_log.status < 300 and exists (
    select from request_log earlier
    where earlier.payment_id = request_log.payment_id and earlier.operation = request_log.operation and earlier.status < 300
      and (earlier.at, earlier.request_id) < (request_log.at, request_log.request_id))
  and exists (
    select from payment_journal paid where paid.id = request_log.payment_id and paid.operation = request_log.operation))`
