/** What the API description says of issuer quotes. */
import { IssuerQuoteExecution, IssuerQuotePage, IssuerQuoteStatus } from '../../api/provider/issuer-quotes'
import { type Documentation, example, named } from './documentation'
import { cursorNote, exampleIds, limitNote, nextCursor, orderNote } from './values'

const schemas = {
  SignedDecimal: named(IssuerQuoteExecution.shape.principal, {
    about: 'A decimal number in a string that may be negative. The spec does not show its meaning or unit.',
  }),
  IssuerQuoteStatus: named(IssuerQuoteStatus, { about: 'Status of an issuer quote execution.' }),
  IssuerQuoteExecution: named(IssuerQuoteExecution, {
    about: 'An executed issuer quote. The spec does not show the meaning and units of its figures.',
    fields: {
      id: 'ID of the execution.',
      created_at: 'Creation time.',
      asset_type: 'Token.',
      principal: 'In the sandbox: the token principal times the token price, to the cent.',
      fee: 'Fee.',
      status: 'Status of the execution.',
      ref_id: 'Client ID.',
      token_fee: 'Fee in tokens.',
      token_price: 'Price per token.',
      token_principal: 'Number of tokens; negative for a redemption.',
      profile_id: 'Target profile.',
    },
  }),
  IssuerQuotePage: named(IssuerQuotePage, {
    about: 'One page of issuer quote executions.',
    fields: { issuer_quote_executions: 'The executions, in the requested order.', next_page_cursor: nextCursor },
  }),
}

const operations: { listIssuerQuotes: Documentation<'listIssuerQuotes'> } = {
  listIssuerQuotes: {
    tag: 'Issuer quotes',
    about: 'Lists the issuer quote executions that match all filters, sorted by creation time.',
    rules: ['range-that-ends-after-it-begins', 'cursor-of-the-same-query'],
    parameters: {
      profile_id: { about: 'Filter by target profile.' },
      status: { about: 'Filter by status.', example: ['COMPLETE'] },
      'created_range.begin': { about: 'Records at or after this time (inclusive).' },
      'created_range.end': { about: 'Records at or before this time (inclusive).' },
      limit: limitNote,
      page_cursor: cursorNote,
      order: { about: orderNote, default: 'DESC' },
    },
    success: 'One page.',
    response: schemas.IssuerQuotePage,
    answers: example('lastPage', 'A mint and a redemption', {
      issuer_quote_executions: [
        {
          id: 'a92d5e07-6b3f-4c18-8e74-0f1d2c3b4a59',
          created_at: '2026-11-19T14:12:44.003518Z',
          asset_type: 'USDG',
          principal: '750000.00',
          fee: '0.00',
          status: 'COMPLETE',
          ref_id: 'mint-2026-1119-07',
          token_fee: '0.00',
          token_price: '1.00',
          token_principal: '750000.00',
          profile_id: exampleIds.mint,
        },
        {
          id: '3f86b1c4-95d2-4e70-a1b8-7c6d5e4f3a20',
          created_at: '2026-11-19T11:30:09.640277Z',
          asset_type: 'PYUSD',
          principal: '120000.00',
          fee: '0.00',
          status: 'COMPLETE',
          token_fee: '0.00',
          token_price: '1.00',
          token_principal: '-120000.00',
          profile_id: exampleIds.mint,
        },
      ],
      next_page_cursor: '',
    }),
  },
}

export const issuerQuotes = { schemas, operations }
