/** What has to be handed to whoever pays in, from the service's answer alone: "the service generates address, ids and memo_id". */
import { isObject } from '@/lib/api/json'
import type { DecodedRule } from '@/lib/api/reading'
import { statusOf } from './rule-facts'
import { type Names, networkWords, profileWords } from './rule-sentence'
import { ruleValuesOf, sourceKinds } from './rule-values'

/** A memo or an address, and the one sentence that says what to do with it; or why there is none. */
export type Handing =
  | { is: 'given'; todo: string; why: string; name: string; what: string; text: string; network: string; asset: string }
  | { is: 'needless' | 'missing' | 'over'; title: string; text: string }

export function handingOf(seen: DecodedRule, names: Names): Handing {
  const { known } = seen
  const status = statusOf(seen)
  if (status === 'REJECTED' || status === 'DELETED')
    return {
      is: 'over',
      title: `The provider has ${status === 'REJECTED' ? 'rejected' : 'deleted'} this rule.`,
      text: 'Nothing that is paid in runs it.',
    }
  const { source, source_asset: asset } = ruleValuesOf(known)
  const kind = sourceKinds.find((one) => isObject(known.source?.[one]))
  if (kind === 'profile') {
    const where = profileWords(source.profile.profile_id, names) || 'the profile'
    return {
      is: 'needless',
      title: 'Nothing has to be handed to anybody.',
      text: `${asset || 'Money'} that arrives in ${where} runs the rule.`,
    }
  }
  const { memo_id: memo } = source.fiat
  if (kind === 'fiat' && memo)
    return {
      is: 'given',
      todo: `Put this memo into the wire that brings the ${asset || 'money'}.`,
      why: 'The rule finds its money by the memo: a wire with another one does not run it.',
      ...{ name: 'Memo', what: 'memo', text: memo, network: source.fiat.network, asset },
    }
  const { address, network } = source.crypto
  if (kind === 'crypto' && address)
    return {
      is: 'given',
      todo: `Send ${asset || 'the asset'} to this address${network && ` on ${networkWords(network)}`}.`,
      why: 'What arrives there runs the rule. Another asset or network may be lost.',
      ...{ name: 'Deposit address', what: 'deposit address', text: address, network, asset },
    }
  const lacks =
    kind === 'fiat' ? 'no memo' : kind === 'crypto' ? 'no deposit address' : 'neither memo nor deposit address'
  return {
    is: 'missing',
    title: `The answer has ${lacks}.`,
    text: 'Nothing here says what a deposit has to carry; ask the provider for it before anyone pays in.',
  }
}
