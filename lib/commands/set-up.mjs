// @ts-check
/** Setup for every command. Uses only Node's built-in modules, because a fresh clone has no others. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { resolveVariables } from '../server/variables.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
export const sandboxBundle = join(root, '.build', 'sandbox.mjs')
export const operateBundle = join(root, '.build', 'operate.mjs')
/** Page addresses with 100 long identifiers pass Node's usual limit of 16 KiB. */
export const headerLimit = '--max-http-header-size=65536'

process.env.NEXT_TELEMETRY_DISABLED = '1'

/** Ends the command with a sentence for the person who started it. @param {string} sentence @returns {never} */
export function giveUp(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** @param {string[]} files paths from the root */
function fingerprint(files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

/** @param {string} folder @returns {string[]} all files below it, from the root, in a fixed order */
function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => statSync(join(root, name)).isFile())
    .sort()
}

/** @param {string} file @param {string} print */
const isStamped = (file, print) => existsSync(file) && readFileSync(file, 'utf8') === print

/** Runs a program to its end. @param {string} program @param {string[]} words @returns {boolean} whether it succeeded */
export function run(program, words, options = {}) {
  return spawnSync(program, words, { cwd: root, stdio: 'inherit', ...options }).status === 0
}

/** Holds the commit on which all of a campaign has last passed. */
export const passedCampaign = join(root, '.build', 'campaign-passed')

/** @returns {string} the commit that this tree is; empty where something is not committed */
export function committedTree() {
  const git = (/** @type {string[]} */ ...words) =>
    spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout ?? ''
  return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD').trim() : ''
}

/** A package's own program. @param {string} path below node_modules */
export const program = (path) => join(root, 'node_modules', path)

/** Installs what the lock file says, if it was not yet. */
export function installPackages() {
  const stamp = join(root, 'node_modules', '.mintdesk-installed')
  const print = fingerprint(['package.json', 'package-lock.json'])
  if (isStamped(stamp, print)) return
  console.log('Installing packages')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const words = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  if (!run(npm, words, { shell: process.platform === 'win32' }))
    giveUp('The packages could not be installed; npm says why above.')
  writeFileSync(stamp, print)
}

/** Sources that a build is made of; tests are none. */
function sources() {
  const folders = ['app', 'components', 'lib', 'public'].flatMap(filesBelow)
  const isTest = /\.test\.tsx?$/
  const single = [
    'package-lock.json',
    'tsconfig.json',
    'next.config.js',
    'postcss.config.mjs',
    'proxy.ts',
    'instrumentation.ts',
    'instrumentation-client.ts',
  ]
  return [...folders.filter((file) => !isTest.test(file)), ...single].filter((file) => existsSync(join(root, file)))
}

/**
 * Bundles a program of ours for plain Node.
 * @param {string} source path from the root
 * @param {string} outfile
 * @param {'bundle' | 'external'} packages whether it holds its packages, or finds them in node_modules
 */
export async function bundle(source, outfile, packages = 'external') {
  const { build } = await import('esbuild')
  await build({
    entryPoints: [join(root, source)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages,
    ...(packages === 'bundle' && {
      // Node has its own SQLite where everything is in one file.
      external: ['@photostructure/sqlite', 'pg-native'],
      // For packages in CommonJS.
      banner: {
        js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)",
      },
    }),
    logLevel: 'error',
  })
}

export const bundleSandbox = () => bundle('lib/sandbox/main.ts', sandboxBundle)
export const bundleOperate = () => bundle('lib/operate/operate.ts', operateBundle)

/** Builds the console. @param {Record<string, string>} variables for Next, beside those of this process */
export function buildConsole(variables = {}) {
  // See next.config.js. A release may have a name of its own.
  const deployment = process.env.NEXT_DEPLOYMENT_ID || fingerprint(sources()).slice(0, 16)
  const { status, stdout, stderr } = spawnSync(process.execPath, [program('next/dist/bin/next'), 'build'], {
    cwd: root,
    env: { ...process.env, ...variables, NODE_ENV: 'production', NEXT_DEPLOYMENT_ID: deployment },
    encoding: 'utf8',
  })
  if (status !== 0) giveUp(`${stdout}${stderr}\nThe console could not be built; see the error above.`)
}

/** Builds console, sandbox and operator's commands, if their sources have changed since. @param {{always?: boolean}} options */
export async function buildAll({ always = false } = {}) {
  const stamp = join(root, '.next', '.mintdesk-built')
  const print = fingerprint(sources())
  if (!always && isStamped(stamp, print) && existsSync(sandboxBundle) && existsSync(operateBundle)) return
  console.log('Building the console and the sandbox')
  await bundleSandbox()
  await bundleOperate()
  buildConsole()
  writeFileSync(stamp, print)
}

/**
 * Takes what .env files say where the environment itself says nothing.
 * @param {(name: string) => boolean} isWanted a process is given no secret that it has no use for
 */
export function readVariables(isWanted = () => true) {
  for (const name of ['.env.local', '.env']) {
    const file = join(root, name)
    if (!existsSync(file)) continue
    for (const [variable, value] of Object.entries(parseEnv(readFileSync(file, 'utf8'))))
      if (isWanted(variable)) process.env[variable] ??= value
  }
}

/** Takes the variables that name a file or a command from there, or gives up with a sentence for each that cannot be read. */
export function readElsewhere() {
  const { variables, problems } = resolveVariables(process.env)
  if (problems.length > 0) giveUp(problems.map(({ text }) => text).join('\n'))
  for (const [name, value] of Object.entries(variables)) {
    if (process.env[name] === value) continue
    process.env[name] = value
    for (const way of ['FILE', 'COMMAND']) delete process.env[`${name}_${way}`]
  }
}

/**
 * The secret in a variable; if unset, one is generated and kept in .env.local. It is never printed.
 * @param {string} variable @returns {{secret: string, place: string}} it, and where a person finds it
 */
export function secretIn(variable) {
  const file = join(root, '.env.local')
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const kept = parseEnv(before)[variable]
  const known = process.env[variable] || kept
  if (known) return { secret: known, place: known === kept ? '.env.local' : 'the environment' }
  const secret = randomBytes(32).toString('base64url')
  const gap = before === '' || before.endsWith('\n') ? '' : '\n'
  writeFileSync(file, `${gap}${variable}=${secret}\n`, { mode: 0o600, flag: 'a' })
  // A file that was there before keeps its mode otherwise.
  chmodSync(file, 0o600)
  return { secret, place: '.env.local' }
}

/** The folder of the embedded databases, for its owner's eyes only. @returns {string} its whole path */
export function dataFolder() {
  const folder = resolve(root, process.env.MINTDESK_DATA || '.data')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  return folder
}

/** @param {string} host @param {number} port 0 for any @returns {Promise<number | undefined>} the port, or undefined where it is taken */
export function freePort(host, port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      error.code === 'EADDRINUSE'
        ? resolve(undefined)
        : giveUp(`Nothing can listen on ${host}, port ${port} (${error.code}).`),
    )
    server.listen(port, host, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port))
    })
  })
}

/** A port from a variable. @param {string} name @param {number} standard */
export function portFrom(name, standard) {
  const text = process.env[name] || String(standard)
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65535) giveUp(`${name} must be a port from 1 to 65535.`)
  return port
}

/**
 * Starts a Node process of ours, which ends when this one is gone.
 * @param {string[]} words @param {NodeJS.ProcessEnv} env
 */
export function startNode(words, env) {
  const watch = new URL(`watch-parent.mjs?parent=${process.pid}`, import.meta.url).href
  return spawn(process.execPath, ['--import', watch, headerLimit, ...words], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

/**
 * Resolves when an address answers anything at all.
 * @param {string} url @param {() => boolean} isOver whether waiting has become useless
 */
export async function answers(url, isOver) {
  while (!isOver()) {
    try {
      await fetch(url, { redirect: 'manual' })
      return true
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  return false
}
