/** What each rehearsal is called, which stays the same: tours and tests press them by these names. */
import {
  Banknote,
  ChartPie,
  CircleCheck,
  CircleCheckBig,
  FileQuestionMark,
  Gauge,
  Hand,
  Hourglass,
  KeyRound,
  type LucideIcon,
  OctagonX,
  Pause,
  Play,
  RotateCcw,
  Scissors,
  ServerCrash,
  Stamp,
  TimerOff,
  Undo2,
  Unplug,
} from 'lucide-react'
import type { RehearsalName } from '@/lib/api/console/rehearsals'

export type RehearsalText = {
  label: string
  /** What will happen, in one line. */
  does: string
  icon: LucideIcon
}

export const wrongMemo: RehearsalText = {
  label: 'Let a wire with a wrong memo arrive',
  does: 'Its memo belongs to no rule, so the money stays where it arrives.',
  icon: Banknote,
}

/** What the clock's buttons say, which have little room. */
export const clockButtons = [
  ['forwardHour', '+1 h'],
  ['forwardDay', '+1 day'],
  ['forwardBusinessDay', '+1 business day'],
] as const satisfies readonly (readonly [RehearsalName, string])[]

export const rehearsalTexts: Record<RehearsalName, RehearsalText> = {
  letWireArrive: {
    label: 'Let the wire arrive',
    does: 'It settles 3 s later, and a rule with this memo then runs.',
    icon: Banknote,
  },

  settleTransfer: { label: 'Settle the transfer', does: 'It is completed now.', icon: CircleCheck },
  failTransfer: {
    label: 'Fail the transfer',
    does: 'It fails now. Money that was held for it is free again.',
    icon: OctagonX,
  },
  holdTransfer: { label: 'Hold the transfer', does: 'It stays pending until you decide.', icon: Hand },
  askForTravelRule: {
    label: 'Ask for travel rule details',
    does: 'It waits for the originator and the beneficiary.',
    icon: FileQuestionMark,
  },
  approveTransfer: {
    label: 'Approve the transfer',
    does: 'It waits for nothing more and settles 4 s later.',
    icon: Stamp,
  },
  returnTransfer: {
    label: 'Return the transfer',
    does: 'The other side sends the money of a completed one back.',
    icon: Undo2,
  },

  approveAccount: { label: 'Approve the account', does: 'Its review ends. It can be paid to.', icon: CircleCheck },
  rejectAccount: { label: 'Reject the account', does: 'Its review ends. Payments to it fail.', icon: OctagonX },

  fillOrder: {
    label: 'Fill the order',
    does: 'All that is left fills at its limit, or at the market price.',
    icon: CircleCheckBig,
  },
  halfFillOrder: {
    label: 'Fill half of the order',
    does: 'Half of what is left fills. The rest stays open.',
    icon: ChartPie,
  },
  expireOrder: {
    label: 'Expire the order',
    does: 'It closes. Money that was held for it is free again.',
    icon: TimerOff,
  },

  pauseClock: { label: 'Pause the clock', does: 'Nothing more settles, fills or expires.', icon: Pause },
  runClock: { label: 'Run the clock', does: 'Time goes on as usual.', icon: Play },
  forwardHour: { label: 'Forward 1 hour', does: 'All that falls due until then happens.', icon: Hourglass },
  forwardDay: { label: 'Forward 1 day', does: 'All that falls due until then happens.', icon: Hourglass },
  forwardBusinessDay: {
    label: 'Forward 1 business day',
    does: 'To the same time of the next weekday.',
    icon: Hourglass,
  },

  loseAnswer: {
    label: 'Lose the next answer',
    does: 'The next request is carried out, and its answer never arrives.',
    icon: Unplug,
  },
  cutAnswer: {
    label: 'Cut the next answer in the middle',
    does: 'The next request is carried out, and half of its answer arrives.',
    icon: Scissors,
  },
  failRequest: {
    label: 'Answer the next request with 500',
    does: 'The next request fails before anything is done.',
    icon: ServerCrash,
  },
  limitRate: {
    label: 'Answer everything with 429',
    does: 'Too many requests: try again in 30 s. Until you end it.',
    icon: Gauge,
  },
  slowDown: { label: 'Slow every answer down', does: 'Each takes 5 s longer. Until you end it.', icon: Hourglass },
  refuseToken: {
    label: 'Refuse the token',
    does: 'Every call is answered with 401, new tokens too. Until you end it.',
    icon: KeyRound,
  },
  endFaults: { label: 'End what goes wrong', does: 'Everything is answered as usual again.', icon: RotateCcw },
}
