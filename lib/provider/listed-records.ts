/** The records that have a list here. Apart from what else is true of them, because only the server needs it. */
import type { Json } from '../domain/json'
import { accountName } from './account-names'
import { type WriteName, writeRowOf } from './operations'
import { accountParties, type ListedMembers, orderFill, orderName, ruleName, ruleRoute } from './record-names'
import type { RecordName } from './row'

type Named = {
  /** What a desk calls it, from the body that requested it or its newest known members. */
  nameOf: (members: unknown) => string | undefined
  /** What its list shows of its newest known members. */
  listedOf: (members: Json) => ListedMembers
}

const named: Partial<Record<RecordName, Named>> = {
  order: { nameOf: orderName, listedOf: orderFill },
  fiatAccount: { nameOf: accountName, listedOf: accountParties },
  rule: { nameOf: ruleName, listedOf: ruleRoute },
}

/** How the record of a write is named; undefined where it leaves none that is listed. */
export function namedRecordOf(name: WriteName): Named | undefined {
  const { record } = writeRowOf(name)
  return record === null ? undefined : named[record]
}
