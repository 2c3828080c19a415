// @ts-check
/** `npm start`, and with --dev `npm run dev`: sets everything up, and runs console and sandbox until Ctrl-C. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  answers,
  buildAll,
  dataFolder,
  freePort,
  giveUp,
  installPackages,
  portFrom,
  program,
  readElsewhere,
  readVariables,
  sandboxBundle,
  secretIn,
  startNode,
} from './set-up.mjs'
// A SIGTERM to npm alone does not reach this process.
import './watch-parent.mjs'

const isDevelopment = process.argv.includes('--dev')
installPackages()
readVariables()
readElsewhere()
process.env.NEXTAUTH_SECRET = secretIn('NEXTAUTH_SECRET').secret
const host = process.env.HOST || '127.0.0.1'
const port = portFrom('PORT', 3000)
if (!(await freePort(host, port)))
  giveUp(`Port ${port} is taken. Choose another with PORT, such as PORT=${port + 1} npm start.`)

/** @type {NodeJS.ProcessEnv} */
const env = { ...process.env, HOST: host, PORT: String(port), NODE_ENV: isDevelopment ? 'development' : 'production' }
env.MINTDESK_DATA = dataFolder()
env.NEXTAUTH_URL ||= `http://localhost:${port}`
// No balancer stands before it that would have to learn that it stops.
env.SHUTDOWN_DELAY_SECONDS ||= '0'
env.SHUTDOWN_SECONDS ||= '8'
// The console needs it for worlds only, below. If it were absent, Next would read it from .env.local.
env.SANDBOX_CONTROL_TOKEN = ''

/** Whether no environment is set up: then the sandbox that comes with the console is it. */
const isEmbedded = !Object.keys(env).some(
  (name) => /^(SANDBOX|PRODUCTION)_(BASE_URL|AUTH_URL|CLIENT_ID|CLIENT_SECRET)$/.test(name) && env[name],
)
const sandboxPort = portFrom('SANDBOX_PORT', 4010)
if (isEmbedded) {
  if (!(await freePort('127.0.0.1', sandboxPort)))
    giveUp(
      `Port ${sandboxPort} is taken. Choose another for the sandbox with SANDBOX_PORT, such as SANDBOX_PORT=${sandboxPort + 1} npm start.`,
    )
  const address = `http://127.0.0.1:${sandboxPort}`
  Object.assign(env, {
    MINTDESK_EMBEDDED: '1',
    SANDBOX_BASE_URL: address,
    SANDBOX_AUTH_URL: address,
    SANDBOX_CLIENT_ID: 'demo-client',
    SANDBOX_CLIENT_SECRET: 'demo-secret',
  })
}

if (!isDevelopment) await buildAll()

/** Whether this is the first start of a demo whose records are all in the data folder. */
const isNewDemo = isEmbedded && !env.DATABASE_URL && !existsSync(join(env.MINTDESK_DATA, 'console.sqlite'))

/** @type {import('node:child_process').ChildProcess[]} */
const children = []
let isStopping = false

/** Ends what was started, and then this process. @param {number} code */
async function stop(code) {
  if (isStopping) return
  isStopping = true
  const running = children.filter((child) => child.exitCode === null && child.signalCode === null)
  const ended = Promise.all(running.map((child) => new Promise((resolve) => child.once('exit', resolve))))
  for (const child of running) child.kill('SIGTERM')
  const deadline = setTimeout(() => {
    for (const child of running) child.kill('SIGKILL')
  }, 10_000)
  await ended
  clearTimeout(deadline)
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0))

/** What ends more often than this in a minute does not run at all. */
const mostEnds = 3

/** Runs a process for as long as this one runs. @param {string} name @param {string[]} words @param {NodeJS.ProcessEnv} variables @param {boolean} [isRestarted] whether it is started again when it ends */
function keepRunning(name, words, variables, isRestarted = false) {
  /** @type {number[]} */
  let endedAt = []
  const run = () => {
    if (isStopping) return
    const child = startNode(words, variables)
    child.once('exit', () => {
      if (isStopping) return
      endedAt = [...endedAt.filter((at) => at > Date.now() - 60_000), Date.now()]
      if (isRestarted && endedAt.length <= mostEnds) {
        console.error(`${name} has exited and is started again. Its records are kept.`)
        return run()
      }
      const often = isRestarted ? `${endedAt.length} times within a minute` : ''
      console.error(`${[name, 'has exited', often].filter(Boolean).join(' ')}; see the error above.`)
      stop(1)
    })
    children.push(child)
  }
  run()
}

const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
const address = `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`

/** Lets the demo's people do some work first. Without it the demo works as well, so a failure is only said. */
async function fillDemo() {
  console.log('Preparing the demo: profiles get names, and one of its orders loses its answer on purpose.')
  const child = startNode([tsx, join('lib', 'commands', 'demo.ts')], {
    ...env,
    DEMO_ADDRESS: address,
    SANDBOX_CONTROL_TOKEN: control?.secret,
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) console.error('The demo starts without requests; see the error above.')
}

const tsx = program('tsx/dist/cli.mjs')
const control = isEmbedded ? secretIn('SANDBOX_CONTROL_TOKEN') : undefined
if (control) {
  const words = isDevelopment ? [tsx, 'watch', join('lib', 'sandbox', 'main.ts')] : [sandboxBundle]
  console.log(`SANDBOX_CONTROL_TOKEN, which opens the sandbox's control, is in ${control.place}.`)
  keepRunning('The sandbox', words, { ...env, SANDBOX_CONTROL_TOKEN: control.secret }, true)
  // With it the console gives visitors worlds of their own.
  if (env.DEMO_WORLDS !== '0' && !env.DATABASE_URL) env.SANDBOX_CONTROL_TOKEN = control.secret
  await answers(`http://127.0.0.1:${sandboxPort}/`, () => isStopping)
}
const next = isDevelopment ? ['dev'] : ['start']
keepRunning('The console', [program('next/dist/bin/next'), ...next, '-H', host, '-p', String(port)], env)
if (await answers(`${address}/api/ready`, () => isStopping)) {
  if (isNewDemo) await fillDemo()
  const begin = env.SANDBOX_CONTROL_TOKEN ? 'Press Try Mintdesk there, or sign' : 'Sign'
  const signIn = isEmbedded
    ? `${begin} in as support, treasury, approver or admin; the password of each is demo.\n`
    : ''
  console.log(`\nMintdesk is ready: ${env.NEXTAUTH_URL}\n${signIn}Ctrl-C stops it.`)
}
