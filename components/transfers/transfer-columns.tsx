/** The columns of the list of transfers. */
import type { Column } from '@/components/list/column'
import { Amount } from '@/components/ui/amount'
import { ShortId, shorten } from '@/components/ui/copy'
import { Status } from '@/components/ui/status'
import type { Environment } from '@/lib/api/environments'
import type { DecodedTransfer } from '@/lib/api/reading'
import { networkLabel, typeLabel } from './labels'
import { actorWords, nextAction } from './next-action'
import { DirectionArrow, TypeLabel } from './transfer-row'
import { rowStatusStyle } from './transfer-status'
import { useUsualTimes } from './usual-times'

type TransferColumn = Column<DecodedTransfer>

/** Pixels beside a text: a status's icon, a direction's arrow, a copy button. */
const statusIcon = 21
const arrow = 18
const copyButton = 16
/** Characters of an identifier before the cut. */
const idHead = 6

/** A column of identifiers, cut in the middle; `what` names them for their copy button. */
function ids(
  key: string,
  name: string,
  read: (transfer: DecodedTransfer['known']) => string | undefined,
  more: { what?: string; shortcut?: string; isExtra?: boolean } = {},
): TransferColumn {
  const { what, shortcut, isExtra } = more
  return {
    key,
    name,
    isExtra,
    face: 'mono',
    extra: what ? copyButton : 0,
    text: ({ known }) => {
      const id = read(known)
      return id && shorten(id, idHead)
    },
    cell: ({ known }) => {
      const id = read(known)
      return id && <ShortId id={id} what={what} head={idHead} shortcut={shortcut} />
    },
  }
}

const networkOf = ({ known }: DecodedTransfer) =>
  known.crypto_network && (networkLabel(known.crypto_network) ?? known.crypto_network)

function statusWords(transfer: DecodedTransfer): string {
  const { word, why } = rowStatusStyle(transfer)
  return why ? `${word} · ${why}` : word
}

/** In the order of the look; the extra ones are offered by the menu of columns. */
export const transferColumns: readonly TransferColumn[] = [
  { key: 'created', name: 'Created', sort: 'CREATED_AT', card: 'when', time: ({ known }) => known.created_at },
  { key: 'updated', name: 'Updated', sort: 'UPDATED_AT', isExtra: true, time: ({ known }) => known.updated_at },
  {
    key: 'type',
    name: 'Type',
    card: 'what',
    extra: arrow,
    text: ({ known }) => (known.type ? (typeLabel(known.type) ?? known.type) : 'type missing'),
    face: ({ known }) => (known.type && !typeLabel(known.type) ? 'mono' : 'text'),
    cell: (transfer) => {
      const { type, direction, ref_id } = transfer.known
      const beside = ref_id ?? networkOf(transfer)
      return (
        <span title={type}>
          <DirectionArrow direction={direction} /> <TypeLabel type={type} />
          {direction && <span className="sr-only">, {direction.toLowerCase()}</span>}
          {beside && <span className="sm:hidden"> · {beside}</span>}
        </span>
      )
    },
  },
  {
    key: 'amount',
    name: 'Amount',
    card: 'main',
    amount: ({ known }) =>
      known.amount === undefined ? undefined : { text: known.amount, isDebit: known.direction === 'DEBIT' },
    cell: ({ known }) => (
      <>
        {known.amount !== undefined && <Amount text={known.amount} isDebit={known.direction === 'DEBIT'} />}
        <span className="font-text text-ink-3 sm:hidden"> {known.asset}</span>
      </>
    ),
  },
  {
    key: 'asset',
    name: 'Asset',
    text: ({ known }) => known.asset,
    cell: ({ known }) => <span className="text-ink-3">{known.asset}</span>,
  },
  {
    key: 'status',
    name: 'Status',
    card: 'state',
    text: statusWords,
    face: (transfer) => (rowStatusStyle(transfer).isLoud ? 'label' : 'text'),
    extra: statusIcon,
    cell: (transfer) => (
      <span title={transfer.missing.length > 0 ? `Missing: ${transfer.missing.join(', ')}` : undefined}>
        <Status {...rowStatusStyle(transfer)} />
      </span>
    ),
  },
  { key: 'network', name: 'Network', text: networkOf },
  ids('profile', 'Profile', ({ profile_id }) => profile_id),
  {
    key: 'reference',
    name: 'Reference',
    text: ({ known }) => known.ref_id,
    cell: ({ known }) => <span className="text-ink-2">{known.ref_id}</span>,
  },
  ids('hash', 'Hash', ({ crypto_tx_hash }) => crypto_tx_hash, { what: 'hash' }),
  ids('transfer', 'Transfer', ({ id }) => id, { what: 'transfer id', shortcut: 'c' }),
  {
    key: 'fee',
    name: 'Fee',
    isExtra: true,
    amount: ({ known }) => (known.fee === undefined ? undefined : { text: known.fee }),
  },
  {
    key: 'total',
    name: 'Total',
    isExtra: true,
    amount: ({ known }) =>
      known.total === undefined ? undefined : { text: known.total, isDebit: known.direction === 'DEBIT' },
  },
  {
    key: 'notional',
    name: 'Value in USD',
    isExtra: true,
    amount: ({ known }) => (known.notional_value === undefined ? undefined : { text: known.notional_value }),
  },
  { key: 'memo', name: 'Memo', isExtra: true, text: ({ known }) => known.memo },
  ids('group', 'Group', ({ group_id }) => group_id, { what: 'group id', isExtra: true }),
  ids('identity', 'Identity', ({ identity_id }) => identity_id, { isExtra: true }),
  ids('account', 'Account', ({ account_id }) => account_id, { isExtra: true }),
  ids('destination', 'Destination', ({ destination_address }) => destination_address, {
    what: 'address',
    isExtra: true,
  }),
]

/** Who must act, in the words of overview and transfer page. Usual times are read only where the column is shown. */
export const whoActs = (environment: Environment): TransferColumn => ({
  key: 'who',
  name: 'Who acts',
  isExtra: true,
  // Which one it is may be learned later: the column has room for the longest.
  text: () => [...actorWords].sort((one, other) => other.length - one.length)[0],
  cell: (transfer, now) => <WhoActs transfer={transfer} environment={environment} now={now} />,
})

function WhoActs({ transfer, environment, now }: { transfer: DecodedTransfer; environment: Environment; now: number }) {
  const settlings = useUsualTimes(environment, nextAction(transfer).reason === 'loading')
  return nextAction(transfer, settlings && { now, settlings }).word
}
