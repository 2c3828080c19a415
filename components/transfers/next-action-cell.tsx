'use client'
/** The cell of a list that names who must act. */
import type { Environment } from '@/lib/api/environments'
import type { DecodedTransfer } from '@/lib/api/provider/reading'
import { nextAction } from './next-action'
import { useUsualTimes } from './usual-times'

export default function NextActionCell({
  transfer,
  environment,
  now,
}: {
  transfer: DecodedTransfer
  environment: Environment
  now: number
}) {
  const usualTimes = useUsualTimes(environment, nextAction(transfer).reason === 'loading')
  return nextAction(transfer, usualTimes && { now, usualTimes }).label
}
