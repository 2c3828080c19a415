import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { intentOf } from '@/components/activity/testing'
import { renderInConsole } from '@/components/testing/render'
import RecentRequests from './recent-requests'

test('what a colleague declined is not shown as refused by the provider', async () => {
  const declined = { approval: { state: 'declined' } } as object
  await renderInConsole(<RecentRequests environment="sandbox" operations={['createOrder']} />, {
    answers: {
      'GET /intents': {
        intents: [
          intentOf({ id: 'one', state: 'refused', summary: 'Sell 1 BTC', ...declined }),
          intentOf({ id: 'two', state: 'refused', summary: 'Sell 2 BTC', sent_at: '2026-11-19T13:23:05.000Z' }),
        ],
        next_page_cursor: '',
      },
    },
  })
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect.element(row('Sell 1 BTC')).toHaveTextContent('Declined')
  await expect.element(row('Sell 2 BTC')).toHaveTextContent('Refused')
})
