/** What the API description says of sandbox deposits. */
import { NewFiatDeposit, NoContent } from '../../api/provider/deposits'
import { type Documentation, example, named } from './documentation'
import { exampleAccount } from './fiat-accounts'
import { exampleMemo } from './values'

const schemas = {
  NewFiatDeposit: named(NewFiatDeposit, {
    about: 'A fiat deposit to simulate.',
    fields: {
      amount: 'Amount, with at most two decimals.',
      asset: 'Only `USD` is supported.',
      memo_id: 'String the client must place in the memo field of the deposit to credit the platform balance.',
      fiat_network_instructions: 'Network instructions of the sending account.',
      fiat_account_owner: 'Owner of the sending account.',
    },
  }),
  NoContent: named(NoContent, { about: 'An empty JSON object.', fields: {} }),
}

const operations: { initiateSandboxFiatDeposit: Documentation<'initiateSandboxFiatDeposit'> } = {
  initiateSandboxFiatDeposit: {
    tag: 'Sandbox',
    about:
      'Simulates an incoming fiat deposit, which appears as a WIRE_DEPOSIT with the memo. The memo of a rule credits the ' +
      'rule’s profile and runs the rule. There is no `ref_id`: each request creates another deposit.',
    rules: [],
    body: schemas.NewFiatDeposit,
    bodies: example('wire', 'A wire of 10,000 dollars with a rule’s memo', {
      amount: '10000.00',
      asset: 'USD',
      memo_id: exampleMemo,
      fiat_network_instructions: exampleAccount.fiat_network_instructions,
      fiat_account_owner: exampleAccount.fiat_account_owner,
    }),
    success: 'An empty object. List transfers shows the deposit.',
    response: schemas.NoContent,
    answers: example('accepted', 'The deposit was accepted', {}),
  },
}

export const deposits = { schemas, operations }
