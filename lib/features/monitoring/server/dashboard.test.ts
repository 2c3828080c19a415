/** The dashboard and the alerts (docs/) read metrics that a console really has, and the alerts fire when they should. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { type MeasuredConsole, openMeasuredConsole, seriesOf } from '../../../server/telemetry/testing'

type Alert = {
  alert: string
  expr: string
  annotations: { summary: string; description: string; runbook_url?: string }
}
type Target = { expr: string; legendFormat: string }
type Panel = {
  title: string
  type: string
  targets?: Target[]
  gridPos: { x: number; y: number; w: number; h: number }
}

const alerts: Alert[] = parse(readFileSync('docs/alerts.yaml', 'utf8')).groups[0].rules
const dashboard: { panels: Panel[]; templating: { list: { definition?: string }[] } } = JSON.parse(
  readFileSync('docs/grafana/mintdesk.json', 'utf8'),
)
const targets = dashboard.panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })))

/** Labels that Prometheus adds to every series. */
const added = ['instance', 'job']
/** What PromQL calls things, which is neither a metric nor a label. */
const functions =
  /^(?:max|min|sum|count|by|rate|increase|delta|absent|unless|topk|histogram_quantile|min_over_time|label_values|__rate_interval|environment|\d\w*)$/

let measured: MeasuredConsole
/** The labels of each metric that a console of one environment had after some use. */
let labelsOf: Map<string, Set<string>>

beforeAll(async () => {
  measured = await openMeasuredConsole()
  const { console } = measured
  await (await measured.ask('/sandbox/v2/transfer/transfers')).text()
  console.begin()
  const text = await vi.waitUntil(
    async () => {
      const now = await measured.metrics.text()
      return now.includes('mintdesk_provider_reachable{') && now.includes('mintdesk_live_lag_seconds{') && now
    },
    { timeout: 20_000, interval: 200 },
  )
  const series = seriesOf(text)
  // Some have no value here, and Prometheus has one of its own for each console.
  const names = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name)
  labelsOf = new Map([...names, 'up'].map((name) => [name, new Set()]))
  for (const { name, labels } of series)
    labelsOf.set(name, new Set([...(labelsOf.get(name) ?? []), ...Object.keys(labels)]))
})
afterAll(() => measured.close())

/** The metrics and labels that an expression names: `{ metric: [labels] }`, and the labels by which it groups. */
function namesIn(expr: string) {
  const selectors = [...expr.matchAll(/\b([a-z_]\w*)(?:\{([^}]*)\})/g)].map(([, metric = '', labels = '']) => ({
    metric,
    labels: [...labels.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }))
  const groups = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/,\s*/))
  const rest = expr
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\bby \([^)]*\)/g, '')
    .replace(/\[[^\]]*\]/g, '')
  const metrics = [...rest.matchAll(/[a-z_]\w*/gi)].map(([word]) => word).filter((word) => !functions.test(word))
  return { selectors, groups, metrics: [...new Set(metrics)] }
}

/** What an expression names that no console has. */
function unknownIn(expr: string): string[] {
  const { selectors, groups, metrics } = namesIn(expr)
  const has = (metric: string, label: string) => added.includes(label) || labelsOf.get(metric)?.has(label)
  return [
    ...(metrics.length === 0 ? ['no metric'] : []),
    ...metrics.filter((metric) => !labelsOf.has(metric)),
    ...selectors.flatMap(({ metric, labels }) => labels.filter((label) => !has(metric, label))),
    ...groups.filter((label) => !metrics.every((metric) => has(metric, label))),
  ]
}

describe('An expression', () => {
  it.each(alerts.map(({ alert, expr }) => [alert, expr]))('of the alert %s names what consoles have', (_, expr) => {
    expect(unknownIn(expr)).toEqual([])
  })
  it.each(targets.map(({ title, expr }) => [title, expr]))('of the panel %s names what consoles have', (_, expr) => {
    expect(unknownIn(expr)).toEqual([])
  })
  it.each([
    ['mintdesk_request_total > 1', 'mintdesk_request_total'],
    ['max by (client) (mintdesk_ready) == 0', 'client'],
    ['rate(mintdesk_requests_total{code="500"}[5m])', 'code'],
    ['1 > 0', 'no metric'],
  ])('such as %s is found out', (expr, name) => {
    expect(unknownIn(expr)).toEqual([name])
  })
})

describe('The dashboard', () => {
  it('reads its variable from a metric that consoles have', () => {
    const [definition] = dashboard.templating.list.flatMap((variable) => variable.definition ?? [])
    expect(definition).toBe('label_values(mintdesk_requests_total, environment)')
    expect(labelsOf.get('mintdesk_requests_total')).toContain('environment')
  })
  it('has panels that neither overlap nor leave the grid, and legends that name labels of their query', () => {
    const cells = new Set<string>()
    for (const { title, gridPos } of dashboard.panels)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(x, title).toBeLessThan(24)
          expect(cells.has(`${x} ${y}`), title).toBe(false)
          cells.add(`${x} ${y}`)
        }
    for (const { title, expr, legendFormat } of targets) {
      const { groups, metrics } = namesIn(expr)
      const given =
        groups.length > 0 ? groups : [...added, ...metrics.flatMap((name) => [...(labelsOf.get(name) ?? [])])]
      const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label)
      expect(given, title).toEqual(expect.arrayContaining(named))
    }
  })
  it('shows every metric of our own', () => {
    const shown = new Set(targets.flatMap(({ expr }) => namesIn(expr).metrics))
    const own = [...labelsOf.keys()].filter(
      (name) => name.startsWith('mintdesk_') && !/_(?:sum|count|duration_seconds)$/.test(name),
    )
    expect(own.filter((name) => !shown.has(name))).toEqual([])
  })
})

describe('The alerts', () => {
  const promtool = spawnSync('promtool', ['--version']).status === 0
  it('cover what an operator must hear of, and say what to do', () => {
    const names = [
      'UnknownOutcome',
      'NotReady',
      'TokenFailing',
      'ExportStuck',
      'WebhookBacklog',
      'PoolExhausted',
      'ErrorRate',
      ...['ConsoleDown', 'ProviderUnreachable', 'ExportFailed', 'ExportStorage', 'Held', 'BackupOld', 'Certificate'],
    ]
    expect(alerts.map(({ alert }) => alert)).toEqual(expect.arrayContaining(names.map((name) => `Mintdesk${name}`)))
    for (const { alert, annotations } of alerts) expect(annotations.description.length, alert).toBeGreaterThan(40)
  })
  it('lead to a section of the runbook each, and it has no others', () => {
    const runbook = readFileSync('docs/looking-after.md', 'utf8')
    const [, section = ''] = /\n## Alerts\n([\s\S]*?)\n## /.exec(runbook) ?? []
    const headings = [...section.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name)
    expect(headings.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted())
    for (const { alert, annotations } of alerts)
      expect(annotations.runbook_url).toBe(`docs/looking-after.md#${alert.toLowerCase()}`)
  })
  it('name the jobs that docs/prometheus.yml has, on the ports of the unit', () => {
    const { rule_files, scrape_configs } = parse(readFileSync('docs/prometheus.yml', 'utf8'))
    const named = alerts.flatMap(({ expr }) => [...expr.matchAll(/job="(\w+)"/g)].map(([, job]) => job))
    expect(named).toContain('mintdesk')
    const jobs = scrape_configs.map(({ job_name }: { job_name: string }) => job_name)
    expect(jobs).toEqual(expect.arrayContaining(named))
    expect(rule_files).toEqual(['alerts.yaml'])
    expect(scrape_configs[0].static_configs[0].targets).toEqual(['127.0.0.1:13001', '127.0.0.1:13002'])
  })
  it.skipIf(!promtool)('fire for values that call for it, and for no others (needs promtool of Prometheus)', () => {
    const checked = spawnSync('promtool', ['test', 'rules', 'docs/alerts.test.yaml'], { encoding: 'utf8' })
    expect(checked.stdout + checked.stderr).toContain('SUCCESS')
    expect(checked.status).toBe(0)
    const tested = readFileSync('docs/alerts.test.yaml', 'utf8')
    expect(
      alerts.filter(({ alert }) => !tested.includes(alert.replace('Mintdesk', ''))).map(({ alert }) => alert),
    ).toEqual([])
  })
})
