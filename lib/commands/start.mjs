// @ts-check
/** `npm start`, and with --dev `npm run dev`: sets everything up, and runs console and sandbox until Ctrl-C. */
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
  readVariables,
  sandboxBundle,
  secretIn,
  startNode,
} from './set-up.mjs'
// A SIGTERM to npm alone does not reach this process.
import './watch-parent.mjs'

const isDevelopment = process.argv.includes('--dev')
const host = process.env.HOST || '127.0.0.1'

installPackages()
readVariables()
process.env.NEXTAUTH_SECRET = secretIn('NEXTAUTH_SECRET').secret
const port = portFrom('PORT', 3000)
if (!(await freePort(host, port)))
  giveUp(`Port ${port} is taken. Choose another with PORT, such as PORT=${port + 1} npm start.`)

/** @type {NodeJS.ProcessEnv} */
const env = { ...process.env, HOST: host, PORT: String(port), NODE_ENV: isDevelopment ? 'development' : 'production' }
env.MINTDESK_DATA = dataFolder()
env.NEXTAUTH_URL ||= `http://localhost:${port}`
// The console does not need it. If it were absent, Next would read it from .env.local.
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
  }, 5_000)
  await ended
  clearTimeout(deadline)
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0))

/** @param {string} name @param {string[]} words @param {NodeJS.ProcessEnv} variables */
function keepRunning(name, words, variables) {
  const child = startNode(words, variables)
  child.once('exit', () => {
    if (isStopping) return
    console.error(`${name} has exited; see the error above.`)
    stop(1)
  })
  children.push(child)
}

if (isEmbedded) {
  const words = isDevelopment
    ? [program('tsx/dist/cli.mjs'), 'watch', join('lib', 'sandbox', 'main.ts')]
    : [sandboxBundle]
  const { secret, place } = secretIn('SANDBOX_CONTROL_TOKEN')
  console.log(`SANDBOX_CONTROL_TOKEN, which opens the sandbox's control, is in ${place}.`)
  keepRunning('The sandbox', words, { ...env, SANDBOX_CONTROL_TOKEN: secret })
  await answers(`http://127.0.0.1:${sandboxPort}/`, () => isStopping)
}
const next = isDevelopment ? ['dev'] : ['start']
keepRunning('The console', [program('next/dist/bin/next'), ...next, '-H', host, '-p', String(port)], env)
const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
const shownHost = reached.includes(':') ? `[${reached}]` : reached
if (await answers(`http://${shownHost}:${port}/api/health`, () => isStopping)) {
  console.log(`\nMintdesk is ready: ${env.NEXTAUTH_URL}`)
  if (isEmbedded) console.log('Sign in as support, treasury, approver or admin; the password of each is demo.')
  console.log('Ctrl-C stops it.')
}
