/** The errors and warnings of a wish: of its amount, and of its rule as the rule form checks it. Loaded with the schemas. */
import type { FormChecks, FormContext, Messages } from '@/components/forms/description'
import { countCharacters, messagesOf } from '@/components/forms/form-values'
import { ruleErrors, ruleWarnings } from '@/components/rules/rule-messages'
import type { RuleValues } from '@/components/rules/rule-values'
import { pastedTable } from './pasted-lines'
import { type Choices, checkedLines, mostLines } from './several'
import { meantTerms, termsOf, type WishValues, wishAmountError } from './wish'
import { isSeveral, knownIn } from './wish-review'

/** Messages of a rule at the blanks of the wish. */
const atBlanks = ({ kind }: WishValues, messages: Messages): Messages =>
  Object.fromEntries(Object.entries(messages).map(([name, message]) => [`${kind}.${name}`, message]))

const sameAssets = ({ source_asset, destination_asset }: RuleValues) => source_asset === destination_asset

/** At most so many lines are named; the others are counted. */
const namedLines = 3

function linesError(values: WishValues, context: FormContext, choices: Choices): string | undefined {
  const firstError = (terms: RuleValues) => {
    const { profile_id: _, ...found } = ruleErrors(meantTerms(values.kind, terms), context)
    return Object.values(found)[0]
  }
  const { problem } = pastedTable(values.several)
  if (problem) return problem
  const lines = checkedLines(values, choices, firstError)
  if (lines.length > mostLines) return `Paste at most ${mostLines} lines at once: there are ${lines.length}.`
  const wrong = lines.filter(({ error }) => error)
  if (wrong.length === 0) return undefined
  const named = wrong.slice(0, namedLines).map(({ line, error }) => `Line ${line}: ${error}`)
  const more = wrong.length - named.length
  return [...named, ...(more > 0 ? [`${more} more ${more === 1 ? 'line has' : 'lines have'} a problem.`] : [])].join(
    ' ',
  )
}

const maxLabel = 100

export function wishErrors(values: WishValues, context: FormContext, choices: Choices): Messages {
  const terms = meantTerms(values.kind, termsOf(values))
  const own = isSeveral(values)
    ? { profile_id: ruleErrors(terms, context).profile_id }
    : {
        ...ruleErrors(terms, context),
        'destination.profile.profile_id':
          terms.destination_kind === 'profile' && terms.destination.profile.profile_id.trim() === ''
            ? 'Choose a profile.'
            : undefined,
        // A rule without its network would wait for money that cannot be sent to it.
        'destination.crypto.network':
          terms.destination_kind === 'crypto' && terms.destination.crypto.network.trim() === ''
            ? 'Choose a network.'
            : undefined,
        'destination.crypto.address':
          terms.destination_kind === 'crypto' && terms.destination.crypto.address.trim() === ''
            ? 'Enter the address.'
            : ruleErrors(terms, context)['destination.crypto.address'],
        destination_asset:
          values.kind === 'convert' && sameAssets(terms)
            ? `Choose another asset: both are ${terms.destination_asset}.`
            : undefined,
      }
  return {
    ...(countCharacters(values.label.trim()) > maxLabel && {
      label: `A name can have at most ${maxLabel} characters.`,
    }),
    ...messagesOf(
      isSeveral(values)
        ? { several: linesError(values, context, choices) }
        : { amount: wishAmountError(values.amount, terms.source_asset) },
    ),
    ...atBlanks(values, messagesOf(own)),
  }
}

/** What the blanks cannot change is not warned of: it says what the sentence says. */
function wishWarnings(values: WishValues, context: FormContext): Messages {
  if (isSeveral(values)) return {}
  const {
    destination_asset: _,
    source_asset: __,
    ...found
  } = ruleWarnings(meantTerms(values.kind, termsOf(values)), context)
  return atBlanks(values, found)
}

export const wishChecks: FormChecks<WishValues> = {
  errors: (values, context) => wishErrors(values, context, knownIn(context)),
  warnings: wishWarnings,
}
