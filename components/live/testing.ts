/** A stream of changes for component tests: sends what a test tells it to every connection of the page. */
import type { AnswerFor } from '@/components/testing/proxy'
import { liveStream } from '@/lib/features/live/browser/live'
import type { Transfer } from '@/lib/provider/transfers'

export function liveFeed() {
  // The stream of the test before stays open for a while.
  liveStream('sandbox').close()
  const open = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const encoder = new TextEncoder()
  let count = 0
  const send = (text: string) => {
    for (const controller of open) controller.enqueue(encoder.encode(text))
  }
  const answer: AnswerFor = ({ headers }) => {
    feed.resumedAfter.push(headers.get('last-event-id'))
    let own: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        own = controller
        open.add(own)
        controller.enqueue(encoder.encode('event: state\ndata: {"state":"live","at":1}\n\n'))
      },
      cancel: () => void open.delete(own),
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
  }
  const feed = {
    answers: { 'GET /live': answer },
    /** The last event that each connection so far knew. */
    resumedAfter: [] as (string | null)[],
    state: (state: 'live' | 'waiting') => send(`event: state\ndata: {"state":"${state}","at":1}\n\n`),
    change: (record: Transfer) => {
      count += 1
      send(`id: e.${count}\nevent: change\ndata: ${JSON.stringify({ record })}\n\n`)
    },
    reload: () => send('id: f.1\nevent: reload\ndata: {}\n\n'),
    end: (reason: string) => send(`event: end\ndata: {"reason":"${reason}"}\n\n`),
    /** Cuts every connection. */
    cut: () => {
      for (const controller of open) controller.error(new Error('cut'))
      open.clear()
    },
  }
  return feed
}

/** Shows or hides the tab, as far as the page can tell. */
export function setTabVisible(isVisible: boolean): void {
  Object.defineProperty(document, 'visibilityState', { value: isVisible ? 'visible' : 'hidden', configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}
