'use client'
import { useState } from 'react'
import { black, environmentTexts } from '@/components/records/receipt'
import { moneyText } from '@/components/records/transfer-labels'
import { useZone } from '@/components/ui/time'
import { clockText, momentText } from '@/lib/browser/clock'
import { nowBy } from '@/lib/browser/clocks'
import type { Environment } from '@/lib/provider/environments'
import type { LoadedMovement } from './movement-read'
import { MovementSums } from './movement-sums'
import {
  figures,
  hashesOf,
  hasTaken,
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

const heading = 'border-b border-[#000] pb-[2pt] font-title'
const cell = 'border-b border-[#ccc] py-[1pt] pr-[4pt] align-top text-left'

/** The whole movement on paper. It exists only while the page is printed. */
export default function MovementReceipt({ environment, movement, names, name, at }: ReceiptProps) {
  const [printedAt] = useState(() => nowBy('provider', environment))
  const zone = useZone()
  const { stations, joins, requestId, transfers, accounts } = movement
  const { from, to, isExpected } = figures(movement)
  const state = movementState(movement, at)
  const moment = (millis: number) => `${momentText(millis, undefined, zone.zone)} ${zone.name}`
  const money = (one: { amount: string; asset: string } | undefined) => one && moneyText(one.amount, one.asset)
  return (
    <article className={`hidden text-[10pt] leading-[1.35] [overflow-wrap:anywhere] print:block ${black}`}>
      <p>
        {state.kind === 'arrived' ? 'Receipt' : 'Record'} of a movement of money, {environmentTexts[environment]}
      </p>
      <h2 className="mt-[8pt] text-[11pt] font-label">{name}</h2>
      <p className="text-[18pt] leading-[1.25] font-title">
        {[moniesText(from), moniesText(to)].filter(Boolean).join(' → ')}
        {to.length > 0 && isExpected && ' expected'}
      </p>
      <p>
        <state.icon /> <b>{state.label}</b>. {state.kind !== 'arrived' && whereText(accounts, names)}
      </p>
      <section className="mt-[8pt]">
        <h3 className={heading}>Stations</h3>
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
                    {clockText(station.ended ?? station.started ?? '', undefined, zone.zone)}
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
      </section>
      <section className="mt-[8pt] max-w-[110mm] break-inside-avoid">
        <h3 className={heading}>Does it add up?</h3>
        <MovementSums movement={movement} names={names} />
      </section>
      {hashesOf(transfers).map((known) => (
        <p key={known.crypto_tx_hash}>
          Hash on {known.crypto_network ?? 'its network'}: {known.crypto_tx_hash}
        </p>
      ))}
      <footer className="mt-[10pt] border-t border-[#000] pt-[6pt] text-[9pt]">
        <p>
          Read from the provider on {moment(at)}
          {requestId && `, request ${requestId}`}. Printed on {moment(printedAt)}. Times are in {zone.name}.
        </p>
        <p>Printed from Mintdesk; not a confirmation by the provider.</p>
      </footer>
    </article>
  )
}
