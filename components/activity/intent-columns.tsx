/** The columns of the list of all activity, in the order of the look. */
import type { Column } from '@/components/list/column'
import { ShortId, shorten } from '@/components/ui/copy'
import { Status } from '@/components/ui/status'
import type { Intent } from '@/lib/api/intents'
import { answerWords, operationLabels, referenceText, stateStyle } from './labels'

export type IntentColumn = Column<Intent>

/** Pixels beside a text: a state's icon, a copy button. */
const stateIcon = 21
const copyButton = 16

/** Words that may be long are cut at their end in a row; the intent's page has them whole. */
export const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text)

/** A column of words in the second ink, cut where they are long. */
export const words = (
  key: string,
  name: string,
  most: number,
  read: (intent: Intent) => string | undefined,
): IntentColumn => ({
  key,
  name,
  text: (intent) => cut(read(intent) ?? '', most),
  cell: (intent) => {
    const whole = read(intent) ?? ''
    const short = cut(whole, most)
    return (
      <span className="text-ink-2" title={short === whole ? undefined : whole}>
        {short}
      </span>
    )
  },
})

/** When it was asked for here: what lists are ordered and filtered by. When it was sent stands on its page. */
export const askedColumn: IntentColumn = {
  key: 'asked',
  name: 'Asked',
  card: 'when',
  time: ({ created_at }) => created_at,
}

/** What was asked for, whole: the one thing on a phone's card that is read first. */
export const whatColumn: IntentColumn = {
  ...words('what', 'What', 48, ({ summary }) => summary),
  card: 'main',
}

/** A reference that people gave is read whole; one that Mintdesk made is an id. */
export const referenceColumn: IntentColumn = {
  key: 'reference',
  name: 'Reference',
  text: (intent) => cut(referenceText(intent) ?? '–', 32),
  cell: (intent) => (
    <span
      className={`text-ink-2 ${intent.ref_id === intent.id ? 'font-mono text-sm' : ''}`}
      title={intent.ref_id ?? 'No reference'}
    >
      {cut(referenceText(intent) ?? '–', 32)}
    </span>
  ),
}

export const byColumn = words('by', 'By', 28, ({ person }) => person)

export const intentColumn: IntentColumn = {
  key: 'intent',
  name: 'Intent',
  face: 'mono',
  extra: copyButton,
  text: ({ id }) => shorten(id, 8),
  cell: ({ id }) => <ShortId id={id} what="intent id" shortcut="c" />,
}

export const intentColumns: readonly IntentColumn[] = [
  askedColumn,
  {
    key: 'operation',
    name: 'Operation',
    card: 'what',
    text: ({ operation }) => operationLabels[operation].act,
    cell: (intent) => (
      <>
        {operationLabels[intent.operation].act}
        <span className="sm:hidden"> · {intent.person}</span>
      </>
    ),
  },
  whatColumn,
  referenceColumn,
  byColumn,
  {
    key: 'state',
    name: 'State',
    card: 'state',
    extra: stateIcon,
    face: (intent) => (stateStyle(intent).isLoud ? 'label' : 'text'),
    text: (intent) => stateStyle(intent).word,
    cell: (intent) => <Status {...stateStyle(intent)} />,
  },
  words('answer', 'Answer', 66, answerWords),
  intentColumn,
]
