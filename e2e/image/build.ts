/**
 * Builds the image where there is neither Docker nor a registry of images: on a base of Debian's packages and the npm
 * package `node`, by buildah. Base and layers stay in `work`, so that a second run takes seconds.
 */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export const work = '/var/tmp/mintdesk-image'
export const imageName = 'localhost/mintdesk:campaign'
const baseName = 'localhost/mintdesk-base:campaign'
/** Names of this machine's storage, for buildah and podman. */
export const storage = ['--root', `${work}/store`, '--runroot', `${work}/run`, '--storage-driver', 'overlay']

export type Ended = { code: number; stdout: string; stderr: string }

/** Runs a program to its end. */
export async function run(program: string, words: string[], cwd = work): Promise<Ended> {
  try {
    return { code: 0, ...(await execute(program, words, { cwd, maxBuffer: 64 * 1024 * 1024 })) }
  } catch (error) {
    // What execFile rejects with where a program fails.
    const { code, stdout = '', stderr = '' } = error as Error & { code?: number } & Partial<Ended>
    return { code: typeof code === 'number' ? code : 1, stdout, stderr: stderr || String(error) }
  }
}

/** Runs a program that must succeed. @returns its output */
export async function must(program: string, words: string[], cwd = work): Promise<string> {
  const { code, stdout, stderr } = await run(program, words, cwd)
  if (code !== 0) throw new Error(`${program} ${words.join(' ')}: ${stdout.slice(-4000)}\n${stderr.slice(-4000)}`)
  return stdout.trim()
}

/** Where this machine gets Debian's packages from. */
async function debianMirror(): Promise<[codename: string, address: string]> {
  const format = '$(CODENAME) $(COMPONENT) $(REPO_URI)'
  const targets = await must('apt-get', ['indextargets', '--format', format, 'Created-By: Packages'])
  const codename = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'bookworm'
  const [, address = 'http://deb.debian.org/debian/'] =
    targets
      .split('\n')
      .map((line) => /^(\S+) main (\S+)$/.exec(line))
      .find((found) => found?.[1] === codename)
      ?.slice(1) ?? []
  return [codename, address]
}

/** What node:24-slim holds: a small Debian, Node and npm. */
async function makeBase(): Promise<void> {
  if ((await run('buildah', [...storage, 'inspect', '--type', 'image', baseName])).code === 0) return
  const root = join(work, 'base')
  const node = join(work, 'node')
  rmSync(root, { recursive: true, force: true })
  const [codename, mirror] = await debianMirror()
  const packages = `--cache-dir=${join(work, 'packages')}`
  mkdirSync(join(work, 'packages'), { recursive: true })
  await must('debootstrap', [packages, '--variant=minbase', '--include=ca-certificates', codename, root, mirror])
  // As Debian's own slim images.
  for (const part of ['usr/share/doc', 'usr/share/man', 'usr/share/locale', 'usr/share/info', 'var/cache/apt'])
    await must('find', [join(root, part), '-mindepth', '1', '-delete'])
  await must('find', [join(root, 'var/lib/apt/lists'), join(root, 'var/log'), '-type', 'f', '-delete'])
  writeFileSync(join(root, 'etc/apt/sources.list'), `deb http://deb.debian.org/debian ${codename} main\n`)
  await must('npm', ['install', '--no-audit', '--no-fund', '--prefix', node, 'node@24', 'npm@11'])
  cpSync(join(node, 'node_modules/node/bin/node'), join(root, 'usr/local/bin/node'))
  cpSync(join(node, 'node_modules/npm'), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
  await must('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm')])
  const container = await must('buildah', [...storage, 'from', 'scratch'])
  const mounted = await must('buildah', [...storage, 'mount', container])
  await must('cp', ['-a', `${root}/.`, mounted])
  const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  await must('buildah', [...storage, 'config', '--env', path, container])
  await must('buildah', [...storage, 'commit', '--rm', container, baseName])
}

/** Text that must not be found in the image. */
export const marker = 'a-secret-of-the-machine-that-builds'

/** The repository's files as they are now, and beside them what a person's working copy may hold. */
async function makeContext(): Promise<string> {
  const context = join(work, 'context')
  rmSync(context, { recursive: true, force: true })
  const listed = await must('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], process.cwd())
  for (const path of listed.split('\0').filter((path) => path !== '' && existsSync(path)))
    cpSync(path, join(context, path))
  for (const path of ['.env', '.env.local', '.npmrc', '.secrets/nextauth_secret', '.data/console.sqlite', 'lib/.env']) {
    mkdirSync(dirname(join(context, path)), { recursive: true })
    writeFileSync(join(context, path), `${marker}\n`)
  }
  return context
}

/** Builds the image from its Dockerfile. */
export async function buildImage(): Promise<void> {
  mkdirSync(work, { recursive: true, mode: 0o700 })
  await makeBase()
  const context = await makeContext()
  // This machine's registry and authority, for `npm ci` alone.
  const npmrc = await must('npm', ['config', 'get', 'userconfig'])
  const authority = process.env.NODE_EXTRA_CA_CERTS
  const secrets = [
    ...(existsSync(npmrc) ? [`id=npmrc,src=${npmrc}`] : []),
    ...(authority ? [`id=ca,src=${authority}`] : []),
  ]
  await must('buildah', [
    ...[...storage, 'build', '--layers', '--format', 'docker', '--isolation', 'chroot', '--network', 'host'],
    ...['--build-arg', `NODE_IMAGE=${baseName}`, ...secrets.flatMap((secret) => ['--secret', secret])],
    ...['-t', imageName, context],
  ])
}
