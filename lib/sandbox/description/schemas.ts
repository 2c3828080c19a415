/** The contract's schemas as JSON Schema: named components, and the rules that a conversion cannot see. */
import * as z from 'zod/mini'
import { NewFiatDeposit, NoContent } from '../../api/deposits'
import {
  FiatAccount,
  FiatAccountChanges,
  FiatAccountOwner,
  FiatAccountStatus,
  FiatNetworkInstructions,
  NewFiatAccount,
} from '../../api/fiat-accounts'
import { IssuerQuoteExecution, IssuerQuotePage, IssuerQuoteStatus } from '../../api/issuer-quotes'
import { type OperationName, operationNames, rowOf } from '../../api/operations'
import {
  Market,
  NewOrder,
  Order,
  OrderSide,
  OrderStatus,
  OrderType,
  orderTypes,
  TimeInForce,
  timesInForce,
} from '../../api/orders'
import { NewRule, Rule, RuleAnswer, RuleAsset, RuleDestination, RuleSource } from '../../api/rules'
import { Token, TokenRequest } from '../../api/tokens'
import {
  CryptoNetwork,
  Direction,
  OrderBy,
  SecondaryStatus,
  Transfer,
  TransferPage,
  TransferStatus,
  TransferType,
} from '../../api/transfers'
import { Amount, Id, Limit, Metadata, PathId, SortOrder, Timestamp, Uuid } from '../../api/values'

/** A part of the document: a JSON Schema, a response, a parameter. */
export type Json = { [name: string]: unknown }

const statusDetails = Transfer.shape.status_details.def.innerType
const wire = FiatNetworkInstructions.shape.wire
const routing = wire.shape.routing_details.def.innerType

/** Every schema that has a name in the document; whatever else uses one refers to it. */
const named = {
  Amount,
  SignedDecimal: IssuerQuoteExecution.shape.principal,
  Identifier: Id,
  PathIdentifier: PathId,
  Uuid,
  Timestamp,
  Metadata,
  PageLimit: Limit,
  SortOrder,
  OrderBy,
  TransferType,
  TransferStatus,
  SecondaryStatus,
  CryptoNetwork,
  Direction,
  Transfer,
  TransferSecondaryStatus: Transfer.shape.secondary_status.def.innerType,
  StatusDetails: statusDetails,
  StatusCondition: statusDetails.shape.missing_trustline.def.innerType,
  AutoConversion: Transfer.shape.auto_conversion.def.innerType,
  TransferPage,
  Market,
  OrderSide,
  OrderType,
  TimeInForce,
  OrderStatus,
  NewOrder,
  Order,
  FiatAccountStatus,
  FiatAccountOwner,
  PersonDetails: FiatAccountOwner.shape.person_details.def.innerType,
  InstitutionDetails: FiatAccountOwner.shape.institution_details.def.innerType,
  FiatNetworkInstructions,
  WireInstructions: wire,
  RoutingDetails: routing,
  Address: routing.shape.bank_address.def.innerType,
  NewFiatAccount,
  FiatAccountChanges,
  FiatAccount,
  RuleAsset,
  RuleSource,
  RuleDestination,
  NewRule,
  Rule,
  RuleAnswer,
  NewFiatDeposit,
  NoContent,
  IssuerQuoteStatus,
  IssuerQuoteExecution,
  IssuerQuotePage,
  TokenRequest,
  Token,
} satisfies Record<string, z.core.$ZodType>

export type ComponentName = keyof typeof named

/** Spec, "Validity of time in force per order type", as one condition for each set of values. */
function timesByType(): Json[] {
  const sets = new Map<string, string[]>()
  for (const type of orderTypes) {
    const key = timesInForce[type].join(' ')
    sets.set(key, [...(sets.get(key) ?? []), type])
  }
  return [...sets].map(([times, types]) => ({
    if: { properties: { type: { enum: types } }, required: ['type'] },
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word
    then: { properties: { time_in_force: { enum: times.split(' ') } } },
  }))
}

const onlyOne = (names: string[]): Json => ({ oneOf: names.map((name) => ({ required: [name] })) })
const digits = (count: number) => `[0-9]{${count}}`

/**
 * What the schemas check by code, or by patterns with flags, as JSON Schema says it. Patterns are kept free of flags
 * and of Unicode classes, which tools read differently.
 */
export const additions: ReadonlyMap<z.core.$ZodType, Json> = new Map<z.core.$ZodType, Json>([
  [Uuid, { format: 'uuid', pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$' }],
  // Half a surrogate pair cannot be written in an address at all.
  [PathId, { pattern: '^(?!\\.{1,2}$)' }],
  [
    Timestamp,
    {
      format: 'date-time',
      // Narrower than the format: no blank for the T, no leap second, at most nanoseconds.
      pattern: `^${digits(4)}-${digits(2)}-${digits(2)}[Tt]${digits(2)}:${digits(2)}:[0-5][0-9](\\.[0-9]{1,9})?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$`,
    },
  ],
  [
    Metadata,
    {
      maxProperties: 6,
      propertyNames: { type: 'string', minLength: 1, maxLength: 100, not: { const: '__proto__' } },
    },
  ],
  [Limit, { format: 'int32' }],
  [NewOrder.shape.await_fill_millis.def.innerType, { format: 'int64' }],
  [
    NewOrder,
    {
      dependentRequired: { identity_id: ['identity_account_id'], identity_account_id: ['identity_id'] },
      allOf: [
        ...timesByType(),
        {
          if: { properties: { time_in_force: { const: 'GTT' } }, required: ['time_in_force'] },
          // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word
          then: { required: ['expiration_date'] },
        },
      ],
    },
  ],
  [FiatAccountOwner, onlyOne(Object.keys(FiatAccountOwner.shape))],
  [RuleSource, onlyOne(Object.keys(RuleSource.shape))],
  [RuleDestination, { maxProperties: 1 }],
  // RFC 6749, section 3.2: the token endpoint ignores what it does not know.
  [TokenRequest, { additionalProperties: true }],
])

export const referenceTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** An object's schema as a document has it. */
export type ObjectSchema = { properties: Record<string, Json>; required?: string[] } & Json

/** The parameters of an operation are schemas too, but not ones that a document names. */
const partOf = (operation: string, part: 'query' | 'pathValues') => `${operation}.${part}`

/**
 * Converts all schemas of the contract at once, so that they refer to each other.
 * @returns the named ones by their names; and of each operation its query and its path values, where it has them
 */
export function contractSchemas() {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  for (const name of operationNames) {
    const { query, pathValues } = rowOf(name)
    if (query) registry.add(query, { id: partOf(name, 'query') })
    if (pathValues) registry.add(pathValues, { id: partOf(name, 'pathValues') })
  }
  const { schemas } = z.toJSONSchema(registry, {
    target: 'draft-2020-12',
    // What is sent and what is answered have the same form: nothing here is transformed.
    io: 'input',
    uri: (id) => String(referenceTo(id).$ref),
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, additions.get(zodSchema))
    },
  })
  const bare = (id: string): Json => {
    const found = schemas[id]
    // Two rows that share one schema of parameters would leave one of them without.
    if (!found) throw new Error(`${id} was not converted.`)
    const { $schema: _, $id: __, ...schema } = found
    return schema
  }
  const names = Object.keys(named) as ComponentName[]
  return {
    named: Object.fromEntries(names.map((name) => [name, bare(name)])) as Record<ComponentName, Json>,
    /** The component of a row's body or response. */
    nameOf(schema: z.core.$ZodType): ComponentName {
      const found = names.find((name) => named[name] === schema)
      if (!found) throw new Error('A row has a schema without a name: give it one in description-schemas.ts.')
      return found
    },
    /** The properties of a row's query or path values; undefined where it has none. */
    partOf: (operation: OperationName, part: 'query' | 'pathValues'): ObjectSchema | undefined =>
      rowOf(operation)[part] ? (bare(partOf(operation, part)) as ObjectSchema) : undefined,
  }
}
