/** What banks and ERP systems call a transfer's status. */
import { transferStatuses } from '../../api/provider/transfer-terms'
import type { TransferStatus } from '../../api/provider/transfers'

const words: Record<TransferStatus, readonly string[]> = {
  COMPLETED: [
    'completed',
    'complete',
    'settled',
    'booked',
    'paid',
    'success',
    'successful',
    'succeeded',
    'executed',
    'done',
    'final',
    'posted',
    'cleared',
    'credited',
    'received',
    'ok',
    'acsc',
    'accc',
    'gebucht',
    'ausgeführt',
    'bezahlt',
  ],
  PENDING: [
    'pending',
    'processing',
    'in progress',
    'open',
    'sent',
    'submitted',
    'initiated',
    'outstanding',
    'waiting',
    'awaiting approval',
    'pdng',
    'acsp',
    'actc',
    'offen',
    'vorgemerkt',
    'in bearbeitung',
  ],
  FAILED: [
    'failed',
    'failure',
    'rejected',
    'returned',
    'cancelled',
    'canceled',
    'declined',
    'error',
    'reversed',
    'refused',
    'rjct',
    'abgelehnt',
    'storniert',
    'zurückgewiesen',
  ],
}
const byWord = new Map(transferStatuses.flatMap((status) => words[status].map((word) => [word, status] as const)))

/** The provider's status that a text names; undefined if it names none. */
export const readStatus = (text: string): TransferStatus | undefined =>
  text.length > 100 ? undefined : byWord.get(text.trim().toLowerCase().replace(/[_-]+/g, ' '))

export const isKnownStatus = (text: string) => readStatus(text) !== undefined
