/** What the provider's refusals mean for the money, by the last segment of their `type` or their status (docs/provider.md, "Errors"). */
import type { Json } from '../domain/json'
import type { ProblemKind } from './problem'

type RefusalText = {
  /** What happened. */
  title: string
  /** What to do next. */
  next: string
  /** Facts of this refusal, in a sentence. */
  facts?: (meta: Json) => string | undefined
  /** The provider's own sentence is a reason, and not advice on calls that this console cannot make. */
  keepsReason?: true
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== ''

export const refusalTexts = {
  'insufficient-funds': {
    title: 'The profile does not have enough money.',
    facts: ({ asset, available, needed }) =>
      [asset, available, needed].every(isFilled)
        ? `${available} ${asset} is available, and this needs ${needed} ${asset}.`
        : undefined,
    next: 'Fund the profile or enter a smaller amount, then send again.',
  },
  'travel-rule-information-required': {
    title: 'The provider has no travel rule details for this destination.',
    next: "Add the recipient's name, country and wallet provider to the address in the provider's portal, then send again.",
  },
  'identity-verification-required': {
    title: 'The provider must verify an identity first.',
    next: "Complete the verification of the person or institution in the provider's portal, then send again.",
  },
  'unsupported-address': {
    title: 'The provider does not support this address.',
    next: 'Check that the address belongs to the chosen network, or use another destination.',
  },
  expired: {
    title: 'What this request refers to has expired.',
    facts: ({ expired_at }) => (isFilled(expired_at) ? `It expired at ${expired_at}.` : undefined),
    next: 'It cannot be renewed: start again with a new one.',
  },
  rejected: {
    title: 'The provider rejected this request.',
    keepsReason: true,
    next: 'Check what it asks for, then send again.',
  },
  gone: {
    title: 'The provider no longer offers this.',
    next: 'Trying again does not help: ask your provider contact what replaced it.',
  },
} as const satisfies Partial<Record<ProblemKind, RefusalText>>

/** A kind of refusal that Mintdesk has words for. */
export type RefusalKind = keyof typeof refusalTexts
export const refusalKinds = Object.keys(refusalTexts) as RefusalKind[]

/** Of a 4xx that leaves nothing open: a time-out, a conflict or a limit means what its status says. */
const isFinal = (status: number) => status >= 400 && status < 500 && ![401, 408, 409, 429, 499].includes(status)

/** The kind whose words fit a refusal; undefined where only its status is known. */
export function refusalKind({ status, kind }: { status: number; kind: string }): RefusalKind | undefined {
  if (!isFinal(status)) return undefined
  return refusalKinds.find((one) => one === kind) ?? (status === 410 ? 'gone' : undefined)
}

/**
 * What happened, and in `detail` what it means for the money and what to do next.
 * @param said what the provider said: `reason` is its own sentence, "" if it gave none
 */
export function refusalText(kind: RefusalKind, { meta, reason }: { meta: Json; reason: string }, isWrite: boolean) {
  const { title, facts, next, keepsReason }: RefusalText = refusalTexts[kind]
  const unchanged = isWrite ? 'No money was sent.' : 'Nothing was changed.'
  return { title, detail: [facts?.(meta), keepsReason && reason, unchanged, next].filter(Boolean).join(' ') }
}
