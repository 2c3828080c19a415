/** Spec, "Fiat account", "Create fiat account" and "Update fiat account". */
import * as z from 'zod/mini'
import { accountName } from './account-names'
import { bodyOf, joined, lineAt, shortened } from './summaries'
import {
  AccountNumber,
  FilledText,
  generated,
  Id,
  Metadata,
  meaning,
  named,
  object,
  oneOf,
  optional,
  ownText,
  Reference,
  required,
  Text,
  Timestamp,
  Uuid,
  Word,
} from './value-schemas'

const plainOwner = object({
  person_details: optional(
    named(
      'PersonDetails',
      'A person.',
      object({ first_name: required(FilledText, 'First name.'), last_name: required(FilledText, 'Last name.') }),
    ),
    'The owner is a person.',
  ),
  institution_details: optional(
    named('InstitutionDetails', 'An institution.', object({ name: required(FilledText, 'Name of the institution.') })),
    'The owner is an institution.',
  ),
})

export const FiatAccountOwner = oneOf(
  'FiatAccountOwner',
  'Exactly one owner description is given, either of these.',
  plainOwner,
  'Choose a person or an institution.',
  ownText,
)
export type FiatAccountOwner = z.infer<typeof plainOwner>

const Address = named(
  'Address',
  'An address. The spec does not show which members are mandatory, so none is.',
  object({
    country: optional(Text, 'Country.'),
    address1: optional(Text, 'First line.'),
    address2: optional(Text, 'Second line.'),
    city: optional(Text, 'City.'),
    province: optional(Text, 'Province or state.'),
    zip_code: optional(Text, 'Postal code.'),
  }),
)
export type Address = z.infer<typeof Address>

const Routing = named(
  'RoutingDetails',
  'Routing details of a bank.',
  object({
    routing_number_type: optional(generated(Word), 'Type of routing number: ABA or SWIFT.'),
    routing_number: optional(AccountNumber, 'Routing number.'),
    bank_name: optional(Text, 'Bank name.'),
    bank_address: optional(Address, 'Bank address.'),
  }),
)

const Wire = named(
  'WireInstructions',
  'Wire instructions. The spec does not show which members are mandatory, so none is.',
  object({
    account_number: optional(AccountNumber, 'Bank account number.'),
    fiat_account_owner_address: optional(Address, 'Owner address.'),
    routing_details: optional(Routing, 'Routing details of the bank.'),
  }),
)

export const FiatNetworkInstructions = named(
  'FiatNetworkInstructions',
  'Network instructions. The spec shows no fiat network other than wire.',
  // The provider may complete names and addresses.
  meaning({ isDecisive: false, isOneOf: true }, object({ wire: required(Wire, 'Wire instructions.') })),
)
export type FiatNetworkInstructions = z.infer<typeof FiatNetworkInstructions>

const ownerNote = 'Account owner: exactly one description.'
const instructions = required(FiatNetworkInstructions, 'Network instructions of the account.')
const metadata = optional(Metadata, 'Client metadata.')
const ids = {
  ref_id: optional(Reference, 'Client ID for idempotence.'),
  identity_id: optional(Id, 'Identity of the user. Required only for third-party integrations acting for end users.'),
  account_id: optional(Id, 'Account of the user. Required only for third-party integrations acting for end users.'),
}

export const NewFiatAccount = named(
  'NewFiatAccount',
  'A fiat account to create.',
  object({
    fiat_account_owner: required(FiatAccountOwner, ownerNote),
    fiat_network_instructions: instructions,
    ...ids,
    metadata,
  }),
)
export type NewFiatAccount = z.infer<typeof NewFiatAccount>

export const FiatAccountChanges = named(
  'FiatAccountChanges',
  'The members to change; omitted members are kept. A change of the account details sets the status back to PENDING. ' +
    'An owner cannot change between person and institution.',
  object({
    fiat_account_owner: optional(FiatAccountOwner, ownerNote),
    fiat_network_instructions: optional(FiatNetworkInstructions, 'Network instructions of the account.'),
    metadata,
  }),
)
export type FiatAccountChanges = z.infer<typeof FiatAccountChanges>

/** "Update fiat account": path values. */
export const FiatAccountPath = object({ id: required(Uuid, 'Fiat account ID.') })

export const fiatAccountStatuses = ['PENDING', 'APPROVED', 'REJECTED'] as const
export const FiatAccountStatus = named(
  'FiatAccountStatus',
  'Review status of a fiat account.',
  z.enum(fiatAccountStatuses),
)
export type FiatAccountStatus = z.infer<typeof FiatAccountStatus>

/** By the spec's field list; records.ts reads the other observed nestings. */
export const FiatAccount = named(
  'FiatAccount',
  'A fiat account.',
  object({
    id: required(Uuid, 'Fiat account ID.'),
    fiat_network_instructions: instructions,
    status: required(FiatAccountStatus, 'Review status.'),
    created_at: required(Timestamp, 'Creation time.'),
    ...ids,
    fiat_account_owner: optional(FiatAccountOwner, ownerNote),
    metadata,
    updated_at: optional(Timestamp, 'Most recent update time.'),
  }),
)
export type FiatAccount = z.infer<typeof FiatAccount>

const address = {
  country: 'CH',
  address1: '1 Quay',
  address2: 'Floor 2',
  city: 'Zug',
  province: 'ZG',
  zip_code: '6300',
}
const wire = {
  account_number: 'DE89370400440532013000',
  fiat_account_owner_address: address,
  routing_details: {
    routing_number_type: 'ABA',
    routing_number: '021000021',
    bank_name: 'Harbour Bank',
    bank_address: address,
  },
}

/** The details of an account, of either kind of owner, with every member. */
export const fullDetails = [
  { fiat_account_owner: { institution_details: { name: 'Halden AG' } }, fiat_network_instructions: { wire } },
  {
    fiat_account_owner: { person_details: { first_name: 'Ada', last_name: 'Okafor' } },
    fiat_network_instructions: { wire },
  },
] as const
const [ofInstitution, ofPerson] = fullDetails
const more = { metadata: { desk: 'Amber' } }
const parties = { identity_id: 'identity-a', account_id: 'account-a' }

export const bodies = {
  NewFiatAccount: bodyOf({
    schema: NewFiatAccount,
    full: [
      { ...ofInstitution, ...more, ...parties, ref_id: 'account-01' },
      { ...ofPerson, ...more, ...parties, ref_id: 'account-02' },
    ],
    /** "Register fiat account, Northgate Trust ••0087". */
    summarize: (_path: object, body: unknown) => joined('Register fiat account', accountName(body)),
  }),
  FiatAccountChanges: bodyOf({
    schema: FiatAccountChanges,
    full: [
      { ...ofInstitution, ...more },
      { ...ofPerson, ...more },
    ],
    /** "Change fiat account 512f26ad…3cb5, Northgate Trust ••0087". */
    summarize: (path: object, body: unknown) =>
      joined(`Change fiat account ${shortened(lineAt(path, 'id') ?? '')}`.trim(), accountName(body)),
  }),
}
