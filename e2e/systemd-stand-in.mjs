// @ts-check
/**
 * Stands in for systemd where a test follows docs/go-live.md: `systemctl`, `systemd-run` and `journalctl`, as far as that page uses them, on
 * the page's own units. STAND_IN is the folder of its logs; units end with the process STAND_IN_PARENT.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { variableNames } from '../lib/server/variables.mjs'

const { STAND_IN = '', STAND_IN_PARENT, UNITS = '', APP = '', ETC = '', BACKUPS = '' } = process.env
/** What a unit has of its machine: its programs, and the clock of the test. */
const { PATH, NODE_OPTIONS, TZ } = process.env
/** Every variable, empty, so that a developer's .env files do not reach a unit. */
const unset = Object.fromEntries(variableNames.flatMap((name) => [name, `${name}_FILE`]).map((name) => [name, '']))
const own = fileURLToPath(import.meta.url)
/** @param {string} name @param {string} kind */
const fileOf = (name, kind) => join(STAND_IN, `${name}.${kind}`)
/** @param {string} file */
const pidIn = (file) => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined)

/** What a process of systemd has: not the shell's variables. @param {string[]} files @param {object} [own] */
const variablesOf = (files, own = {}) =>
  Object.assign(
    { ...unset, PATH, NODE_OPTIONS, TZ },
    own,
    ...files.map((file) => parseEnv(readFileSync(file.replace(/^-/, ''), 'utf8'))),
  )

/** What a unit says, with this machine's folders in place of the usual ones. @param {string} name such as mintdesk@3001 */
function unit(name) {
  const [base, instance] = name.split('@')
  const text = readFileSync(join(UNITS, `${base}${instance ? '@' : ''}.service`), 'utf8')
    .replaceAll('%i', instance ?? '')
    .replaceAll('/opt/mintdesk', APP)
    .replaceAll('/etc/mintdesk', ETC)
    .replaceAll('/var/backups/mintdesk', BACKUPS)
  /** @param {string} key */
  const all = (key) => [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)
  /** @param {string} key */
  const only = (key) => all(key)[0] ?? ''
  const [program = '', ...words] = only('ExecStart').split(' ')
  const own = parseEnv(all('Environment').join('\n').replaceAll(' ', '\n'))
  const env = variablesOf(all('EnvironmentFile'), own)
  return { program, words, options: { cwd: only('WorkingDirectory'), env }, isOneshot: only('Type') === 'oneshot' }
}

/** @param {string} name */
async function start(name) {
  if (name.endsWith('.timer')) return
  const { program, words, options, isOneshot } = unit(name)
  const log = openSync(fileOf(name, 'log'), 'a')
  if (isOneshot) {
    process.exitCode = spawnSync(program, words, { ...options, stdio: ['ignore', log, log] }).status ?? 1
    return
  }
  spawn(process.execPath, [own, 'keep', name], { detached: true, stdio: 'ignore' }).unref()
  while (!existsSync(fileOf(name, 'keeper'))) await pause(20)
}

/** Runs a unit until this process is asked to stop, and again when it ends by itself. @param {string} name */
function keep(name) {
  const { program, words, options } = unit(name)
  const log = openSync(fileOf(name, 'log'), 'a')
  let isStopping = false
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let current
  const run = () => {
    const child = spawn(program, words, { ...options, stdio: ['ignore', log, log] })
    writeFileSync(fileOf(name, 'pid'), String(child.pid))
    child.once('exit', () => {
      if (!isStopping) return run()
      rmSync(fileOf(name, 'keeper'))
      process.exit()
    })
    current = child
  }
  process.once('SIGTERM', () => {
    isStopping = true
    current?.kill('SIGTERM')
  })
  run()
  writeFileSync(fileOf(name, 'keeper'), String(process.pid))
  setInterval(() => {
    try {
      process.kill(Number(STAND_IN_PARENT), 0)
    } catch {
      process.kill(process.pid, 'SIGTERM')
    }
  }, 500)
}

/** @param {string} name */
async function stop(name) {
  const keeper = pidIn(fileOf(name, 'keeper'))
  if (keeper) process.kill(keeper, 'SIGTERM')
  while (existsSync(fileOf(name, 'keeper'))) await pause(20)
}

const [command, verb = '', ...words] = process.argv.slice(2)
const names = words.filter((word) => !word.startsWith('-'))
if (command === 'keep') keep(verb)
else if (command === 'systemd-run') {
  const at = words.findIndex((word) => !word.startsWith('--'))
  const files = words.slice(0, at).flatMap((word) => word.match(/(?<=^--property=EnvironmentFile=).+/) ?? [])
  const { status } = spawnSync(words[at] ?? '', words.slice(at + 1), { env: variablesOf(files), stdio: 'inherit' })
  process.exitCode = status ?? 1
} else if (command === 'journalctl') {
  const wanted = new RegExp(`^${words[0]?.replaceAll('*', '.*')}\\.log$`)
  for (const file of readdirSync(STAND_IN).filter((name) => wanted.test(name)))
    process.stdout.write(readFileSync(join(STAND_IN, file)))
} else if (verb === 'kill') for (const name of names) process.kill(pidIn(fileOf(name, 'pid')) ?? 0, 'SIGKILL')
else if (verb !== 'daemon-reload')
  for (const name of names) {
    if (verb !== 'start' && verb !== 'enable') await stop(name)
    if (verb !== 'stop') await start(name)
  }
