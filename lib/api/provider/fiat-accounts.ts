/** Spec, "Fiat account", "Create fiat account" and "Update fiat account". */
import * as z from 'zod/mini'
import { FilledText, Id, Metadata, object, Text, Timestamp, Uuid } from '../value-schemas'
import { accountName } from './account-names'
import { joined, lineAt, shortened } from './summaries'

const plainOwner = object({
  person_details: z.optional(object({ first_name: FilledText, last_name: FilledText })),
  institution_details: z.optional(object({ name: FilledText })),
})

/** "Exactly one owner description is given, either of these." */
export const FiatAccountOwner = plainOwner.check(
  z.refine((owner) => Object.values(owner).filter((details) => details !== undefined).length === 1, {
    error: 'Name exactly one owner: a person or an institution.',
  }),
)
export type FiatAccountOwner = z.infer<typeof plainOwner>

/** The spec does not show which members are mandatory, so none is. */
const Address = object({
  country: z.optional(Text),
  address1: z.optional(Text),
  address2: z.optional(Text),
  city: z.optional(Text),
  province: z.optional(Text),
  zip_code: z.optional(Text),
})
export type Address = z.infer<typeof Address>

const Wire = object({
  account_number: z.optional(Text),
  fiat_account_owner_address: z.optional(Address),
  routing_details: z.optional(
    object({
      routing_number_type: z.optional(Text),
      routing_number: z.optional(Text),
      bank_name: z.optional(Text),
      bank_address: z.optional(Address),
    }),
  ),
})

/** Fiat networks other than wire: not shown. */
export const FiatNetworkInstructions = object({ wire: Wire })
export type FiatNetworkInstructions = z.infer<typeof FiatNetworkInstructions>

export const NewFiatAccount = object({
  fiat_account_owner: FiatAccountOwner,
  fiat_network_instructions: FiatNetworkInstructions,
  ref_id: z.optional(Id),
  identity_id: z.optional(Id),
  account_id: z.optional(Id),
  metadata: z.optional(Metadata),
})
export type NewFiatAccount = z.infer<typeof NewFiatAccount>

export const FiatAccountChanges = object({
  fiat_account_owner: z.optional(FiatAccountOwner),
  fiat_network_instructions: z.optional(FiatNetworkInstructions),
  metadata: z.optional(Metadata),
})
export type FiatAccountChanges = z.infer<typeof FiatAccountChanges>

/** "Update fiat account": path values. */
export const FiatAccountPath = object({ id: Uuid })

export const fiatAccountStatuses = ['PENDING', 'APPROVED', 'REJECTED'] as const
export const FiatAccountStatus = z.enum(fiatAccountStatuses)
export type FiatAccountStatus = z.infer<typeof FiatAccountStatus>

/** By the spec's field list; reading-created.ts reads the other observed nestings. */
export const FiatAccount = object({
  id: Uuid,
  fiat_network_instructions: FiatNetworkInstructions,
  status: FiatAccountStatus,
  created_at: Timestamp,
  ref_id: z.optional(Id),
  identity_id: z.optional(Id),
  account_id: z.optional(Id),
  fiat_account_owner: z.optional(FiatAccountOwner),
  metadata: z.optional(Metadata),
  updated_at: z.optional(Timestamp),
})
export type FiatAccount = z.infer<typeof FiatAccount>

/** "Register fiat account, Northgate Trust ••0087". */
export const newFiatAccountSummary = (_path: object, body: unknown): string =>
  joined('Register fiat account', accountName(body))

/** "Change fiat account 512f26ad…3cb5, Northgate Trust ••0087". */
export const fiatAccountChangeSummary = (path: object, body: unknown): string =>
  joined(`Change fiat account ${shortened(lineAt(path, 'id') ?? '')}`.trim(), accountName(body))
