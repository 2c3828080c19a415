/** Firefox over WebDriver BiDi, which it speaks itself. */
import { WebSocket } from 'undici'
import { type Engine, findProgram, firstMatch, MissingEngine, startBrowser } from './engine'

type Message = {
  id?: number
  result?: Record<string, unknown>
  error?: string
  message?: string
  method?: string
  params?: { level?: string; text?: string | null }
}
type Remote =
  | { type: 'success'; result: { value?: string } }
  | { type: 'exception'; exceptionDetails: { text: string } }

/** Sends commands and collects logged errors. */
async function connect(url: string) {
  const socket = new WebSocket(url)
  const waiting = new Map<number, (message: Message) => void>()
  const errors: string[] = []
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`Firefox refused ${url}`)))
  })
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(String(data))
    if (message.id !== undefined) waiting.get(message.id)?.(message)
    else if (message.method === 'log.entryAdded' && message.params?.level === 'error')
      errors.push(message.params.text ?? 'an error without a text')
  })
  let count = 0
  const send = async (method: string, params: object) => {
    count += 1
    const id = count
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { result, error, message } = await answered
    waiting.delete(id)
    if (error) throw new Error(`${method}: ${error}: ${message}`)
    return result ?? {}
  }
  return { send, errors, close: () => socket.close() }
}

export async function startFirefox(): Promise<Engine> {
  const path = process.env.FIREFOX_PATH ?? findProgram(['firefox-esr', 'firefox'])
  if (!path)
    throw new MissingEngine('Firefox was not found. On Debian: apt-get install firefox-esr; or set FIREFOX_PATH.')
  const { child, stop } = startBrowser(path, (folder) => [
    ...['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port', '0'],
  ])
  try {
    const url = await firstMatch(child, child.stderr, /WebDriver BiDi listening on (ws:\/\/\S+)/)
    const { send, errors, close } = await connect(`${url}/session`)
    const session = await send('session.new', { capabilities: {} })
    const { browserVersion } = session.capabilities as { browserVersion: string }
    await send('session.subscribe', { events: ['log.entryAdded'] })
    const tree = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] }
    const context = tree.contexts[0]?.context
    return {
      version: `Firefox ${browserVersion}`,
      open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'interactive' })),
      evaluate: async (expression) => {
        const params = {
          expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value) ?? 'null')`,
          target: { context },
          awaitPromise: true,
        }
        const answer = (await send('script.evaluate', params)) as Remote
        if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
        return JSON.parse(answer.result.value ?? 'null')
      },
      resize: async (width, height) =>
        void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
      screenshot: async () => {
        const { data } = (await send('browsingContext.captureScreenshot', { context })) as { data: string }
        return Buffer.from(data, 'base64')
      },
      takeErrors: async () => errors.splice(0),
      stop: async () => {
        close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
