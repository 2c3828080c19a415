'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { announce } from '@/components/ui/focus'
import { lazyPart } from '@/components/ui/lazy-part'
import { asProblem, isAccessLost, isRateLimited, RateLimitNotice, SessionEnded } from '@/components/ui/problem'
import { countText } from '@/lib/browser/labels'
import type { ColumnRole } from '@/lib/domain/statements/heads'
import { acceptedFiles, formatNames, type Statement, type StatementFacts } from '@/lib/domain/statements/statement'
import type { Table } from '@/lib/domain/statements/tables'
import type { BankLines, Reconciliation } from '@/lib/features/lookup/browser/reconciliation'
import type { KnownTransfer } from '@/lib/features/lookup/browser/settling'
import type { Environment } from '@/lib/provider/environments'
import { FileButton } from './file-button'
import { askWaiting, cancelLookup, holdLookup, type Lookup, useLookup } from './lookup-query'
import { type Choice, type OpenTexts, ReconcileForm } from './reconcile-form'
import type { ChosenColumns, LookupOfLines, SearchedColumns } from './reconcile-work'

const Results = lazyPart('The results', () => import('./reconcile-results'))

/** Loaded when a file is chosen: few visits do. */
const loadWork = () => import('./reconcile-work')

/** What is going on: a step in words, and how far it is (0 to 1) if that is known. */
type Step = { text: string; done?: number }

type Work = {
  statement: StatementFacts
  lines: BankLines
  period: readonly KnownTransfer[]
  isMinusCredit: boolean
} & LookupOfLines

const nothingOpen: OpenTexts = { ambiguous: [], unknownDirections: [], withoutCurrency: 0, withoutDirection: 0 }
const isOpen = ({ ambiguous, unknownDirections, withoutCurrency, withoutDirection }: OpenTexts) =>
  ambiguous.length + unknownDirections.length + withoutCurrency + withoutDirection > 0

const lineCount = (read: Statement | Table) => ('heads' in read ? read.rows : read.lines).length

type ReconcilePageProps = { environment: Environment }

/** Compares each line of a bank or ERP file with the transfer that has its reference. The file stays in this browser. */
export function ReconcilePage({ environment }: ReconcilePageProps) {
  const client = useQueryClient()
  const [file, setFile] = useState<{
    name: string
    read: Statement | Table
    columns: ChosenColumns
    asked: readonly ColumnRole[]
    searched: SearchedColumns
  }>()
  const [open, setOpen] = useState<OpenTexts>(nothingOpen)
  const [work, setWork] = useState<Work>()
  const [result, setResult] = useState<Reconciliation>()
  const [step, setStep] = useState<Step>()
  const [error, setError] = useState<Error>()
  const controller = useRef(new AbortController())
  useEffect(() => () => controller.current.abort(), [])
  const lookup = work?.lookup
  // Its progress and what follows are shown by different parts.
  useEffect(() => lookup && holdLookup(client, lookup), [client, lookup])

  /** One long task at a time; cancelling it is no error. */
  async function attempt(task: (signal: AbortSignal) => Promise<void>) {
    controller.current.abort()
    controller.current = new AbortController()
    const { signal } = controller.current
    setError(undefined)
    try {
      await task(signal)
    } catch (thrown) {
      if (!signal.aborted) setError(thrown instanceof Error ? thrown : new Error('The file could not be reconciled.'))
    }
    if (controller.current.signal === signal) setStep(undefined)
  }

  const choose = (chosen: File | undefined) =>
    attempt(async (signal) => {
      if (!chosen) return
      setStep({ text: `Reading ${chosen.name}`, done: 0 })
      const { chosenColumns, readFile } = await loadWork()
      const onProgress = (done: number) => setStep({ text: `Reading ${chosen.name}`, done })
      const { read, guessed, searched } = await readFile(chosen, { signal, onProgress })
      if (lineCount(read) === 0) throw new Error(`${chosen.name} has no lines.`)
      const columns = 'heads' in read ? await chosenColumns(environment, read, guessed.columns, signal) : {}
      if (work) cancelLookup(client, work.lookup)
      setWork(undefined)
      setResult(undefined)
      setOpen(nothingOpen)
      setFile({ name: chosen.name, read, columns, asked: guessed.asked, searched })
      announce(`${countText(lineCount(read), 'line')} read`)
    })

  const start = (read: Statement | Table, { columns, answers, period }: Choice) =>
    attempt(async (signal) => {
      const reading = (done: number) => setStep({ text: 'Reading the lines', done })
      reading(0)
      const { keepColumns, lookupOfLines, readLines, transfersOfPeriod } = await loadWork()
      if ('heads' in read && file) void keepColumns(environment, read, columns, file.columns)
      const { statement, lines, open } = await readLines(read, columns, answers, { signal, onProgress: reading })
      if (isOpen({ ...open, columns })) return setOpen({ ...open, columns })
      const counted = (count: number) =>
        setStep({ text: `Transfers of the period: ${count.toLocaleString('en-US')} read` })
      if (period) counted(0)
      const found = period ? await transfersOfPeriod(environment, period, { signal, onCount: counted }) : []
      const asked = await lookupOfLines(environment, lines, { signal, onProgress: reading })
      const nextWork = { statement, lines, ...asked, period: found, isMinusCredit: false }
      setWork(nextWork)
      setResult(undefined)
      await ask(nextWork, signal)
    })

  /** Asks what is waiting, then compares with all that was answered, also after a cancel. */
  async function ask(next: Work, signal: AbortSignal) {
    setStep({ text: 'Asking for the references' })
    const { rows } = await askWaiting(client, next.lookup)
    const { compared } = await loadWork()
    const onProgress = (done: number) => setStep({ text: 'Comparing', done })
    onProgress(0)
    const reconciled = await compared(next.lines, rows, next.answers, { ...next, signal, onProgress })
    setResult(reconciled)
    announce(`${countText(reconciled.results.length, 'line')} compared`)
  }

  const problem = asProblem(error?.name === 'ProblemError' ? error : null)
  return (
    <>
      <div className="mb-4">
        <h1 tabIndex={-1}>Reconcile a file</h1>
        <p className="max-w-[90ch] text-sm text-ink-3">
          The file stays in this browser: only its references and your choice of columns are sent, and no reference is
          logged.{' '}
          <Link href={`/${environment}/lookup`} className="whitespace-nowrap">
            Back to look-up
          </Link>
        </p>
      </div>
      <form
        aria-label="File"
        onSubmit={(event) => event.preventDefault()}
        className="flex flex-wrap items-center gap-3 rounded-2 border border-dashed border-control px-4 py-3 print:hidden"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void choose(event.dataTransfer.files[0])
        }}
      >
        <FileButton
          label="Bank or ERP file"
          accept={acceptedFiles}
          kind={file ? 'outline' : 'primary'}
          onChoose={(chosen) => void choose(chosen)}
        >
          {file ? 'Choose another file' : 'Choose a file'}
        </FileButton>
        <p className="min-w-0 text-sm text-ink-2 wrap-anywhere">
          {file
            ? `${file.name}: ${countText(lineCount(file.read), 'line')}, ${'heads' in file.read ? countText(file.read.heads.length, 'column') : file.read.format}`
            : `${formatNames} with up to 100,000 lines; or drop it here.`}
        </p>
      </form>
      {error && !problem && (
        <p role="alert" className="mt-3 font-label text-bad">
          {error.message}
        </p>
      )}
      {problem && (
        <p role="alert" className="mt-3 font-label text-bad">
          {[problem.problem.title, problem.problem.detail].filter(Boolean).join(' ')}
        </p>
      )}
      {file && (
        <ReconcileForm
          key={`${file.name} ${'heads' in file.read ? file.read.layout : file.read.format}`}
          read={file.read}
          guessed={file.columns}
          asked={file.asked}
          searched={file.searched}
          open={open}
          isWorking={step !== undefined}
          onStart={(choice) => void start(file.read, choice)}
        />
      )}
      {step &&
        (work ? (
          <LookupStep lookup={work.lookup} step={step} onCancel={() => controller.current.abort()} />
        ) : (
          <StepProgress step={step} onCancel={() => controller.current.abort()} />
        ))}
      {work && !step && (
        <LookupNotices lookup={work.lookup} onGoOn={() => void attempt((signal) => ask(work, signal))} />
      )}
      {result && !step && (
        <Results
          environment={environment}
          fileName={file?.name ?? ''}
          result={result}
          lines={work?.lines}
          statement={work?.statement}
          onMinusIsCredit={(isMinusCredit) => {
            if (!work) return
            const next = { ...work, isMinusCredit }
            setWork(next)
            void attempt((signal) => ask(next, signal))
          }}
        />
      )}
    </>
  )
}

/** What stopped it, and how to go on. */
function LookupNotices({ lookup, onGoOn }: { lookup: Lookup; onGoOn: () => void }) {
  const { status, counts, problem, problemAt, askAgain } = useLookup(lookup)
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3 empty:hidden print:hidden">
      {problem && isAccessLost(problem) && <SessionEnded error={problem} />}
      {problem && isRateLimited(problem) && (
        <RateLimitNotice key={problemAt} error={problem} since={problemAt} onRetry={onGoOn} />
      )}
      {status === 'paused' && (
        <>
          <span className="text-sm text-ink-2">{countText(counts.waiting, 'reference')} not asked yet.</span>
          <Button size="small" onClick={onGoOn}>
            Resume
          </Button>
        </>
      )}
      {counts.failed > 0 && (
        <Button
          size="small"
          onClick={() => {
            askAgain()
            onGoOn()
          }}
        >
          Ask again for {countText(counts.failed, 'reference')} that failed
        </Button>
      )}
    </div>
  )
}

type StepProps = { step: Step; onCancel: () => void }

/** How far the present step is. */
function StepProgress({ step: { text, done }, count = '', onCancel }: StepProps & { count?: string }) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <progress className="h-1.5 w-60 max-w-full accent-env" max={1} value={done} aria-label={text} />
      <span role="status" className="text-sm text-ink-2">
        {text}
        {count}
      </span>
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

/** The same while the references may be asked for. What was answered is compared; before that there is nothing to keep. */
function LookupStep({ lookup, step, onCancel }: StepProps & { lookup: Lookup }) {
  const { rows, counts, status, cancel } = useLookup(lookup)
  if (status !== 'running') return <StepProgress step={step} onCancel={onCancel} />
  const asked = rows.length - counts.waiting
  const count = `: ${asked.toLocaleString('en-US')} of ${rows.length.toLocaleString('en-US')} answered`
  return <StepProgress step={{ ...step, done: asked / Math.max(1, rows.length) }} count={count} onCancel={cancel} />
}
