/**
 * docs/deploy/helm/mintdesk: what it renders, and that consoles start with the variables that it gives them. Helm itself is
 * not needed: the templates use a small part of its language, which is rendered here, and anything else fails. Where Helm is
 * installed it must accept the chart and render the same.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { readSettings } from './server/settings'

const folder = 'docs/deploy/helm/mintdesk'
const read = (file: string) => readFileSync(`${folder}/${file}`, 'utf8')

type Scope = Record<string, unknown>

/** The value of an expression such as `.Values.replicas | quote`. */
function evaluate(expression: string, scope: Scope): unknown {
  const [first = '', ...filters] = expression.split(' | ')
  const [word = '', ...rest] = first.match(/"[^"]*"|\S+/g) ?? []
  const at = (path: string) =>
    path
      .replace(/^\./, '')
      .split('.')
      .reduce<unknown>((value, name) => {
        if (!Object.hasOwn(Object(value), name)) throw new Error(`${path} is not in the values.`)
        return Object(value)[name]
      }, scope)
  const begin = () => {
    if (word === 'printf')
      return String(rest[0])
        .slice(1, -1)
        .replace('%s', String(at(rest[1] ?? '')))
    if (word === 'toYaml') return stringify(at(rest[0] ?? '')).trimEnd()
    return at(word)
  }
  return filters.reduce((value: unknown, filter) => {
    const [, indent] = /^nindent (\d+)$/.exec(filter) ?? []
    if (indent)
      return String(value)
        .replace(/^/gm, ' '.repeat(Number(indent)))
        .replace(/^/, '\n')
    if (filter === 'quote') return JSON.stringify(String(value))
    throw new Error(`The filter ${filter} is not rendered here.`)
  }, begin())
}

/** Renders a template with `if`, `else`, `range` over names and values, and values. */
function render(template: string, scope: Scope): string {
  const tokens = template.replace(/\s*\{\{-/g, '{{').split(/(\{\{.*?\}\})/)
  const block = (into: Scope, isShown: boolean): string => {
    let text = ''
    for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
      const [, action] = /^\{\{\s*(.*?)\s*\}\}$/.exec(token) ?? []
      if (action === undefined) text += token
      else if (action === 'end' || action === 'else') {
        tokens.unshift(token)
        return text
      } else if (action.startsWith('if ')) {
        const holds = isShown && Boolean(evaluate(action.slice(3), into))
        const [yes, other] = [block(into, holds), tokens[0]?.includes('else')]
        if (other) tokens.shift()
        const no = other ? block(into, !holds) : ''
        tokens.shift()
        text += holds ? yes : no
      } else if (action.startsWith('range ')) {
        const body = [...tokens]
        for (const [name, value] of Object.entries(Object(evaluate(action.replace(/^.*:= /, ''), into)))) {
          tokens.splice(0, tokens.length, ...body)
          text += block({ ...into, $name: name, $value: value }, isShown)
        }
        tokens.shift()
      } else if (isShown) text += String(evaluate(action, into))
    }
    return text
  }
  return block(scope, true)
}

const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name)

type Values = { image: object; ingress: { enabled: boolean }; secretFiles: Record<string, string> } & Scope
const values: Values = parse(read('values.yaml'))
/** Every object of the chart, by kind. */
function objectsOf(more: Scope = {}) {
  const scope = { Values: { ...values, ...more }, Release: { Name: 'desk' } }
  const documents = ['consoles', 'migration'].flatMap((name) => [
    ...parseAllDocuments(render(read(`templates/${name}.yaml`), scope)),
  ])
  for (const { errors } of documents) expect(errors).toEqual([])
  return Object.fromEntries(documents.map((document) => [document.toJS().kind, document.toJS()]))
}

const hasHelm = spawnSync('helm', ['version']).status === 0

describe('the Helm chart', () => {
  test('is of the version that it deploys', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(parse(read('Chart.yaml')).appVersion).toBe(version)
    expect(values.image).toMatchObject({ tag: version })
  })

  test('makes consoles, their service, ingress and disruption budget, and one migration before them', () => {
    const objects = objectsOf()
    expect(Object.keys(objects).toSorted()).toEqual(
      ['Deployment', 'Service', 'PodDisruptionBudget', 'Ingress', 'Job'].toSorted(),
    )
    const labels = objects.Deployment.spec.template.metadata.labels
    expect(objects.Service.spec.selector).toEqual(labels)
    expect(objects.PodDisruptionBudget.spec.selector.matchLabels).toEqual(labels)
    expect(objects.Deployment.spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 })
    expect(objects.Job.metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade')
    expect(objects.Job.spec.template.spec.containers[0].args).toEqual(['migrate'])
    expect(objectsOf({ ingress: { ...values.ingress, enabled: false } }).Ingress).toBeUndefined()
  })

  test('shuts consoles and migration in, asks the right addresses, and gives time to stop', () => {
    const { Deployment, Job } = objectsOf()
    for (const { spec } of [Deployment.spec.template, Job.spec.template]) {
      expect(spec).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } })
      expect(spec.containers[0].securityContext).toEqual({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      })
    }
    const [console] = Deployment.spec.template.spec.containers
    expect(console.readinessProbe.httpGet.path).toBe('/api/ready')
    expect(console.livenessProbe.httpGet.path).toBe('/api/health')
    expect(Deployment.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(25)
  })

  test('limits the heap as the unit and the image do, to half of the memory that a console gets', () => {
    const limit = String(values.nodeOptions)
    const [console] = objectsOf().Deployment.spec.template.spec.containers
    expect(console.env).toContainEqual({ name: 'NODE_OPTIONS', value: limit })
    expect(limit).toBe(`--max-old-space-size=${Number.parseInt(console.resources.limits.memory, 10) / 2}`)
    expect(readFileSync('docs/deploy/mintdesk@.service', 'utf8')).toContain(` ${limit} node_modules/next/`)
    expect(readFileSync('Dockerfile', 'utf8')).toContain(`NODE_OPTIONS=${limit} `)
  })

  test('keeps what consoles write in a claim if it names one', () => {
    const volumeOf = (more?: Scope) => objectsOf(more).Deployment.spec.template.spec.volumes[0]
    expect(volumeOf()).toEqual({ name: 'data', emptyDir: {} })
    expect(volumeOf({ dataClaim: 'desk' })).toEqual({ name: 'data', persistentVolumeClaim: { claimName: 'desk' } })
  })

  test('names an image by its digest if it has one', () => {
    const imageOf = (more?: Scope) => objectsOf(more).Deployment.spec.template.spec.containers[0].image
    expect(imageOf()).toMatch(/\/mintdesk:\d/)
    expect(imageOf({ image: { ...values.image, digest: 'sha256:0a' } })).toMatch(/\/mintdesk@sha256:0a$/)
  })

  test('gives consoles variables with which they start, and the migration’s secret to the migration alone', () => {
    const { Deployment, Job } = objectsOf()
    const { containers, volumes } = Deployment.spec.template.spec
    const variables: [string, string][] = containers[0].env.map(({ name, value }: Record<string, string>) => [
      name,
      value,
    ])
    const secretIn = (name: string) =>
      name === 'DATABASE_URL'
        ? 'postgres://d:p@db.example/d?sslmode=verify-full'
        : 'first:a-secret-of-more-than-32-characters'
    const filled = variables.map(([name, value]) => {
      const own = name.replace(/_FILE$/, '')
      return own === name ? [name, value] : [own, secretIn(own)]
    })
    const settings = readSettings(Object.fromEntries(filled))
    expect('problems' in settings && settings.problems).toBe(false)
    expect(JSON.stringify([containers, volumes])).not.toContain('owner')
    expect(JSON.stringify(Job)).toContain('mintdesk-owner')
  })

  test.skipIf(!hasHelm)('is accepted by Helm, which renders the same', () => {
    const helm = (...words: string[]) => execFileSync('helm', words, { encoding: 'utf8' })
    helm('lint', '--strict', folder)
    const rendered = parseAllDocuments(helm('template', 'desk', folder)).map((document) => document.toJS())
    const { Deployment, ...others } = objectsOf()
    // It sorts names.
    for (const one of [Deployment, ...rendered.filter(({ kind }) => kind === 'Deployment')])
      one.spec.template.spec.containers[0].env.sort(byName)
    expect(Object.fromEntries(rendered.map((object) => [object.kind, object]))).toEqual({ Deployment, ...others })
  })

  test('is refused here if it uses more of Helm’s language than this renders', () => {
    expect(() => render('{{ .Values.missing }}', { Values: {} })).toThrow('not in the values')
    expect(() => render('{{ .Values.a | upper }}', { Values: { a: 1 } })).toThrow('not rendered')
  })
})
