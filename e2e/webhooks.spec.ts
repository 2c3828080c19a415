/** Webhooks: an admin adds one, tests it, sees a delivery and its body, and gives its receiver another secret, by keyboard alone. */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { wire } from './forms'
import { checkAccessibility, expect, signIn, test } from './test'

// The tests that follow start with the seeded records.
test.afterAll(({ demo }) => demo.control('POST', '/clients/demo-client/reset'))

type Message = { headers: IncomingHttpHeaders; text: string }

/** Accepts every message. */
async function startReceiver() {
  const messages: Message[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    messages.push({ headers: request.headers, text })
    response.writeHead(200).end('thanks')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { messages, url: `http://127.0.0.1:${port}/hooks`, stop: () => server.close() }
}

const signatureOf = (secret: string, { headers, text }: Message) => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

test('an admin adds a webhook, tests it, sees a delivery, and changes its secret', async ({ page, demo }) => {
  const receiver = await startReceiver()
  /** Waits for the last message of a type; others may come between. */
  const expectSigned = async (type: string, count: number, secrets: string[]) => {
    const ofType = () => receiver.messages.filter(({ text }) => JSON.parse(text).type === type)
    await expect.poll(() => ofType().length, { timeout: 30_000 }).toBe(count)
    const message = ofType().at(-1) as Message
    expect(message.headers['webhook-signature']).toBe(secrets.map((one) => signatureOf(one, message)).join(' '))
  }
  const shownSecret = () => page.locator('code', { hasText: /^whsec_/ }).innerText()
  try {
    await signIn(page, demo, 'admin', '/webhooks')
    await page.getByRole('button', { name: 'New webhook' }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.type('Desk alerts')
    await page.keyboard.press('Tab')
    await page.keyboard.type(receiver.url)
    await page.getByRole('checkbox', { name: 'Movement failed' }).press('Space')
    await page.keyboard.press('Enter')
    const copied = page.getByRole('button', { name: 'I have copied it' })
    await expect(copied).toBeFocused()
    const secret = await shownSecret()
    await checkAccessibility(page)
    await page.keyboard.press('Enter')
    const item = page.getByRole('listitem').filter({ hasText: 'Desk alerts' })
    await expect(item).toContainText('Queue empty')
    await item.getByRole('link', { name: 'Desk alerts' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Desk alerts' })).toBeVisible()
    // Whether something was sent already depends on what changes in the sandbox.
    await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible()
    const main = page.getByRole('main')

    const sendTest = async () => {
      await page.getByRole('button', { name: /^Send test/ }).press('Enter')
      const answer = page.getByRole('status').filter({ hasText: 'The receiver accepted the test message with 200.' })
      await expect(answer).toContainText('thanks')
    }
    await sendTest()
    await expectSigned('webhook.test', 1, [secret])

    // The cents decide: it fails.
    const answer = await page.request.post(`${demo.console.url}/api/sandbox/v2/sandbox/fiat-deposits`, {
      headers: { origin: demo.console.url, 'x-mintdesk-intent': crypto.randomUUID() },
      data: { asset: 'USD', amount: '87.66', memo_id: 'Invoice 7', fiat_network_instructions: { wire } },
    })
    expect(answer.status(), await answer.text()).toBe(200)
    const delivery = main.getByRole('listitem').filter({ hasText: 'Transfer failed' })
    await expect(delivery).toContainText('Accepted, 200', { timeout: 30_000 })
    await expectSigned('transfer.failed', 1, [secret])
    await expectSigned('movement.failed', 1, [secret])
    const told = receiver.messages.map(({ text }) => JSON.parse(text)).find(({ type }) => type === 'movement.failed')
    const { movement } = told.data
    expect(movement).toMatchObject({ state: 'failed', is_whole: true, in: { amount: '87.66', asset: 'USD' } })
    expect(movement.url).toBe(`${demo.console.url}/sandbox/money/${movement.id}`)
    await delivery.getByRole('button', { name: /^Body/ }).press('Enter')
    await expect(delivery.getByRole('region', { name: /^Body of event/ })).toContainText('"amount": "87.66"')
    await checkAccessibility(page)
    await delivery.getByRole('button', { name: /^Send again/ }).press('Enter')
    await expectSigned('transfer.failed', 2, [secret])
    await expect(delivery).toContainText('2 attempts')

    await page.getByRole('button', { name: /^New secret/ }).press('Enter')
    await page.keyboard.press('Enter')
    await expect(copied).toBeFocused()
    const next = await shownSecret()
    await page.keyboard.press('Enter')
    await expect(main).toContainText('Old secret signs until')
    await sendTest()
    await expectSigned('webhook.test', 2, [next, secret])

    await page.getByRole('button', { name: /^Delete/ }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await expect(item).toHaveCount(0)
  } finally {
    receiver.stop()
  }
})
