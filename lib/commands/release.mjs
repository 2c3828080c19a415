// @ts-check
/**
 * `npm run release` tests the committed tree, asks for a campaign that has passed on it, and writes what a release has into
 * `.build/release`: the sources, a bill of materials in CycloneDX and in SPDX, the licence of each package, what `npm audit`
 * knows of them, and their checksums. It publishes nothing. `-- --tested` skips the tests.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { committedTree, giveUp, passedCampaign, root, run } from './set-up.mjs'

/** @param {string} command @param {string[]} words @returns {string} its output */
function outputOf(command, ...words) {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 })
  return status === 0 ? stdout : giveUp(`${command} ${words.join(' ')} failed:\n${stderr}`)
}

/** @type {{name: string, version: string}} */
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const changes = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
if (!changes.includes(`\n## ${version} `)) giveUp(`CHANGELOG.md has no section "## ${version} (date)".`)
const commit = committedTree() || giveUp('There are changes that are not committed.')
if (outputOf('git', 'tag', '--list', `v${version}`) !== '') giveUp(`The tag v${version} exists already.`)
if (!existsSync(passedCampaign) || readFileSync(passedCampaign, 'utf8') !== commit)
  giveUp('No campaign has passed on this commit: npm run campaign. Its flags bound how much each part does.')
if (!process.argv.includes('--tested') && !run('npm', ['test', '--silent'])) giveUp('The tests failed; see above.')

const folder = join(root, '.build', 'release')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const whole = `${name}-${version}`
outputOf('git', 'archive', `--prefix=${whole}/`, '--output', join(folder, `${whole}.tar.gz`), 'HEAD')
for (const [format, ending] of [
  ['cyclonedx', 'cdx.json'],
  ['spdx', 'spdx.json'],
])
  writeFileSync(join(folder, `${whole}.${ending}`), outputOf('npm', 'sbom', `--sbom-format=${format}`, '--omit=dev'))

/** @type {{packages: Record<string, {version?: string, license?: string, dev?: boolean}>}} */
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const licences = Object.entries(packages)
  .filter(([path, { dev }]) => path !== '' && !dev)
  .map(([path, { version, license }]) => `${path.replace(/^.*node_modules\//, '')} ${version}: ${license}\n`)
writeFileSync(join(folder, `${whole}.licences.txt`), licences.join(''))

// It fails where there are findings, which are written all the same.
const audit = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 })
/** @type {{metadata?: {vulnerabilities: {total: number}}}} */
const report = JSON.parse(audit.stdout || '{}')
if (report.metadata) {
  writeFileSync(join(folder, `${whole}.audit.json`), audit.stdout)
  console.log(`npm audit knows ${report.metadata.vulnerabilities.total} vulnerabilities of what ships.`)
} else
  console.log(
    'npm audit got no answer from the registry, so the release says nothing of vulnerabilities: run it where it can.',
  )

const sums = readdirSync(folder).map(
  (file) =>
    `${createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex')}  ${file}\n`,
)
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
console.log(
  `Written to ${folder}:\n${sums.join('')}Next: git tag --sign v${version}, and build the image from the tag.`,
)
