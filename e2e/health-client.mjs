// @ts-check
/**
 * A worker that requests /api/health of several consoles at a steady pace, so that what the rest of a test computes does
 * not count as their delay. A message asks for the delays since the last one.
 */
import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** Milliseconds between two requests to one console, and after which one has failed. */
const pace = 25
const limit = 30_000

/** @type {{origins: string[]}} */
const { origins } = workerData
// Enough for a console that answers late, whose delay would otherwise include a wait for a connection.
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/**
 * Milliseconds from a request until its answer is complete, or why it failed. As browsers do, a request is sent again if
 * its kept-alive connection was just ending.
 * @param {string} origin @param {number} from @returns {Promise<number | string>}
 */
const delayOf = (origin, from) =>
  new Promise((resolve) => {
    const sent = get(`${origin}/api/health`, { agent, timeout: limit }, (answer) => {
      answer
        .once('error', (error) => resolve(error.message))
        .once('end', () => resolve(answer.statusCode === 200 ? performance.now() - from : String(answer.statusCode)))
        .resume()
    })
    sent
      .once('timeout', () => sent.destroy(new Error('timeout')))
      .once('error', (error) => {
        const isEnding = sent.reusedSocket && 'code' in error && error.code === 'ECONNRESET'
        resolve(isEnding ? delayOf(origin, from) : error.message)
      })
  })

/** @type {Promise<number | string>[][]} */
let delays = origins.map(() => [])
setInterval(() => {
  const now = performance.now()
  for (const [index, origin] of origins.entries()) delays[index]?.push(delayOf(origin, now))
}, pace)

parentPort?.on('message', async () => {
  const ended = delays
  delays = origins.map(() => [])
  parentPort?.postMessage(await Promise.all(ended.map((all) => Promise.all(all))))
})
