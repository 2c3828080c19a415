/** What the API description says of fiat accounts. */
import {
  FiatAccount,
  FiatAccountChanges,
  FiatAccountOwner,
  FiatAccountStatus,
  FiatNetworkInstructions,
  NewFiatAccount,
} from '../../api/provider/fiat-accounts'
import { type Documentation, example, named } from './documentation'
import { exactlyOne, exampleIds } from './values'

const wire = FiatNetworkInstructions.shape.wire
const routing = wire.shape.routing_details.def.innerType

const changes = {
  fiat_account_owner: 'Account owner: exactly one description.',
  fiat_network_instructions: 'Network instructions of the account.',
  metadata: 'Client metadata.',
}
const fields = {
  ...changes,
  ref_id: 'Client ID for idempotence.',
  identity_id: 'Identity of the user. Required only for third-party integrations acting for end users.',
  account_id: 'Account of the user. Required only for third-party integrations acting for end users.',
}

const schemas = {
  FiatAccountStatus: named(FiatAccountStatus, { about: 'Review status of a fiat account.' }),
  FiatAccountOwner: named(FiatAccountOwner, {
    about: 'Exactly one owner description is given, either of these.',
    fields: { person_details: 'The owner is a person.', institution_details: 'The owner is an institution.' },
    jsonSchema: exactlyOne(Object.keys(FiatAccountOwner.shape)),
  }),
  PersonDetails: named(FiatAccountOwner.shape.person_details.def.innerType, {
    about: 'A person.',
    fields: { first_name: 'First name.', last_name: 'Last name.' },
  }),
  InstitutionDetails: named(FiatAccountOwner.shape.institution_details.def.innerType, {
    about: 'An institution.',
    fields: { name: 'Name of the institution.' },
  }),
  FiatNetworkInstructions: named(FiatNetworkInstructions, {
    about: 'Network instructions. The spec shows no fiat network other than wire.',
    fields: { wire: 'Wire instructions.' },
  }),
  WireInstructions: named(wire, {
    about: 'Wire instructions. The spec does not show which members are mandatory, so none is.',
    fields: {
      account_number: 'Bank account number.',
      fiat_account_owner_address: 'Owner address.',
      routing_details: 'Routing details of the bank.',
    },
  }),
  RoutingDetails: named(routing, {
    about: 'Routing details of a bank.',
    fields: {
      routing_number_type: 'Type of routing number: ABA or SWIFT.',
      routing_number: 'Routing number.',
      bank_name: 'Bank name.',
      bank_address: 'Bank address.',
    },
  }),
  Address: named(routing.shape.bank_address.def.innerType, {
    about: 'An address. The spec does not show which members are mandatory, so none is.',
    fields: {
      country: 'Country.',
      address1: 'First line.',
      address2: 'Second line.',
      city: 'City.',
      province: 'Province or state.',
      zip_code: 'Postal code.',
    },
  }),
  NewFiatAccount: named(NewFiatAccount, { about: 'A fiat account to create.', fields }),
  FiatAccountChanges: named(FiatAccountChanges, {
    about:
      'The members to change; omitted members are kept. A change of the account details sets the status back to PENDING. ' +
      'An owner cannot change between person and institution.',
    fields: changes,
  }),
  FiatAccount: named(FiatAccount, {
    about: 'A fiat account.',
    fields: {
      ...fields,
      id: 'Fiat account ID.',
      status: 'Review status.',
      created_at: 'Creation time.',
      updated_at: 'Most recent update time.',
    },
  }),
}

export const exampleAccount: NewFiatAccount = {
  ref_id: 'account-harbour-01',
  fiat_account_owner: { institution_details: { name: 'Harbour Payments Ltd' } },
  fiat_network_instructions: {
    wire: {
      account_number: '4402917358',
      fiat_account_owner_address: { country: 'US', address1: '88 Pier Street', city: 'Boston', province: 'MA' },
      routing_details: {
        routing_number_type: 'ABA',
        routing_number: '123456780',
        bank_name: 'First Harbour Bank',
        bank_address: { country: 'US', city: 'Boston', province: 'MA', zip_code: '02110' },
      },
    },
  },
  metadata: { purpose: 'supplier' },
}

const account: FiatAccount = {
  ...exampleAccount,
  id: exampleIds.fiatAccount,
  status: 'PENDING',
  created_at: '2026-11-19T14:44:19.320771Z',
  updated_at: '2026-11-19T14:44:19.320771Z',
}

const renamed = { institution_details: { name: 'Harbour Payments Group Ltd' } }

const operations: { [Name in 'createFiatAccount' | 'updateFiatAccount']: Documentation<Name> } = {
  createFiatAccount: {
    tag: 'Fiat accounts',
    about:
      'Creates a fiat account and submits it for review. A repeated `ref_id` is answered 409 with the existing account.',
    rules: [],
    body: schemas.NewFiatAccount,
    bodies: {
      institution: { summary: 'The account of a company', value: exampleAccount },
      person: {
        summary: 'The account of a person, created by a third party that acts for end users',
        value: {
          ref_id: 'account-user-20418',
          identity_id: exampleIds.identity,
          account_id: exampleIds.identityAccount,
          fiat_account_owner: { person_details: { first_name: 'Ines', last_name: 'Okafor' } },
          fiat_network_instructions: {
            wire: {
              account_number: 'DE02120300000000202051',
              routing_details: { routing_number_type: 'SWIFT', routing_number: 'HRBRDEFFXXX', bank_name: 'Hafenbank' },
            },
          },
        },
      },
    },
    success: 'The account, PENDING.',
    response: schemas.FiatAccount,
    answers: example('pending', 'Created and waiting for review', account),
  },
  updateFiatAccount: {
    tag: 'Fiat accounts',
    about: 'Changes a fiat account. Omitted members are kept. A change of the account details starts another review.',
    rules: [],
    parameters: { id: { about: 'Fiat account ID.', example: exampleIds.fiatAccount } },
    body: schemas.FiatAccountChanges,
    bodies: {
      metadata: { summary: 'Change only the client metadata', value: { metadata: { purpose: 'settlement' } } },
      owner: { summary: 'The company has a new name', value: { fiat_account_owner: renamed } },
      number: {
        summary: 'The account has a new number',
        value: { fiat_network_instructions: { wire: { account_number: '4402917366' } } },
      },
    },
    success: 'The changed account.',
    response: schemas.FiatAccount,
    answers: example('changed', 'The owner has a new name and the account is in review again', {
      ...account,
      fiat_account_owner: renamed,
      updated_at: '2026-11-19T15:02:47.771920Z',
    }),
  },
}

export const fiatAccounts = { schemas, operations }
