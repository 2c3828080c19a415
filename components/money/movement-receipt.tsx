'use client'
import { Paper, PaperSection } from '@/components/record/paper'
import { moneyText } from '@/components/records/transfer-labels'
import { useZone } from '@/components/ui/time'
import { clockText } from '@/lib/browser/clock'
import type { Environment } from '@/lib/provider/environments'
import type { LoadedMovement } from './movement-read'
import { MovementSums } from './movement-sums'
import {
  figures,
  hashesOf,
  hasTaken,
  heldBy,
  type MovementNames,
  moniesText,
  movementState,
  proofOf,
  requestName,
  stationText,
  stationTitle,
  whereText,
} from './movement-texts'

type ReceiptProps = {
  environment: Environment
  movement: LoadedMovement
  names: MovementNames
  name: string
  at: number
}

const cell = 'border-b border-[#ccc] py-[1pt] pr-[4pt] align-top text-left'

/** The whole movement on paper. */
export default function MovementReceipt({ environment, movement, names, name, at }: ReceiptProps) {
  const { zone } = useZone()
  const { stations, joins, requestId, transfers, accounts } = movement
  const { from, to, isExpected } = figures(movement)
  const state = movementState(movement, at)
  const money = (one: { amount: string; asset: string } | undefined) => one && moneyText(one.amount, one.asset)
  return (
    <Paper
      environment={environment}
      name={name}
      at={at}
      requestId={requestId}
      title={`${state.kind === 'arrived' ? 'Receipt' : 'Record'} of a movement of money`}
      money={
        [moniesText(from), moniesText(to)].filter(Boolean).join(' → ') +
        (to.length > 0 && isExpected ? ' expected' : '')
      }
      status={state}
      meaning={state.kind !== 'arrived' && whereText(accounts, names, undefined, heldBy(state))}
    >
      <PaperSection title="Stations" className="">
        <table className="w-full">
          <thead>
            <tr>
              {['Station', 'At', 'In', 'Fee', 'Out', 'How it is known'].map((head) => (
                <th key={head} scope="col" className={cell}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {stations.map((station, index) => {
              const proof = proofOf(stations, index, names, joins)
              return (
                <tr key={station.key}>
                  <th scope="row" className={cell}>
                    {stationTitle(station)} <span className="font-text">{stationText(station, names)}</span>
                  </th>
                  <td className={cell}>
                    {clockText(station.ended ?? station.started ?? '', undefined, zone)}
                    {station.state !== 'done' && `, ${station.state}`}
                  </td>
                  <td className={cell}>{money(station.in)}</td>
                  <td className={cell}>{hasTaken(station) && station.fees.map((fee) => money(fee)).join(', ')}</td>
                  <td className={cell}>{hasTaken(station) && money(station.out)}</td>
                  <td className={cell}>
                    {proof && [proof.text, proof.rule && requestName(proof.rule)].filter(Boolean).join(' ')}
                    <br />
                    {station.transfers.map(({ known }) => known.id).join(', ')}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </PaperSection>
      <PaperSection title="Does it add up?" className="max-w-[110mm] break-inside-avoid">
        <MovementSums movement={movement} names={names} />
      </PaperSection>
      {hashesOf(transfers).map(({ known }) => (
        <p key={known.crypto_tx_hash}>
          Hash on {known.crypto_network ?? 'its network'}: {known.crypto_tx_hash}
        </p>
      ))}
    </Paper>
  )
}
