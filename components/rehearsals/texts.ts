/** What each rehearsal is called, which stays the same: tours and tests press them by these names. */
import {
  Ban,
  Banknote,
  ChartPie,
  CircleCheck,
  CircleCheckBig,
  Coins,
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
import type { RehearsalName } from '@/lib/features/rehearsals/interface'

export type RehearsalText = {
  label: string
  /** What will happen, in one line. */
  does: string
  icon?: LucideIcon
}

export const wrongMemo: RehearsalText = {
  label: 'Use a wrong memo',
  does: 'No rule has it, so the money stays there.',
  icon: Banknote,
}

export const rehearsalTexts: Record<RehearsalName, RehearsalText> = {
  letWireArrive: { label: 'Let the wire arrive', does: 'It settles 3 s later. A rule may then run.', icon: Banknote },
  letDepositArrive: {
    label: 'Let the deposit arrive',
    does: 'It settles 3 s later. A rule may then run.',
    icon: Coins,
  },

  settleTransfer: { label: 'Settle the transfer', does: 'It is completed now.', icon: CircleCheck },
  failTransfer: { label: 'Fail the transfer', does: 'It fails, and held money is free again.', icon: OctagonX },
  holdTransfer: { label: 'Hold the transfer', does: 'It stays pending until you decide.', icon: Hand },
  askForTravelRule: {
    label: 'Ask for travel rule details',
    does: 'It waits for originator and beneficiary.',
    icon: FileQuestionMark,
  },
  approveTransfer: { label: 'Approve the transfer', does: 'It no longer waits and settles 4 s later.', icon: Stamp },
  returnTransfer: { label: 'Return the transfer', does: 'The money goes back the way it came.', icon: Undo2 },

  approveAccount: { label: 'Approve the account', does: 'It can be paid to.', icon: CircleCheck },
  rejectAccount: { label: 'Reject the account', does: 'Payments to it fail.', icon: OctagonX },

  fillOrder: { label: 'Fill the order', does: 'All that is left fills at once.', icon: CircleCheckBig },
  halfFillOrder: { label: 'Fill half of the order', does: 'Half of what is left fills.', icon: ChartPie },
  expireOrder: { label: 'Expire the order', does: 'It closes, and held money is free again.', icon: TimerOff },

  // The clock's have little room.
  forwardHour: { label: '+1 h', does: 'What falls due until then happens.' },
  forwardDay: { label: '+1 day', does: 'What falls due until then happens.' },
  forwardBusinessDay: { label: '+1 business day', does: 'To the same time of the next weekday.' },
  pauseClock: { label: 'Pause', does: 'Nothing more settles, fills or expires.', icon: Pause },
  runClock: { label: 'Run', does: 'Time goes on as usual.', icon: Play },

  loseAnswer: { label: 'Lose the next answer', does: 'The request is done. Its answer is lost.', icon: Unplug },
  cutAnswer: {
    label: 'Cut the next answer in the middle',
    does: 'The request is done. Half the answer is lost.',
    icon: Scissors,
  },
  failRequest: {
    label: 'Answer the next request with 500',
    does: 'The request fails before it does anything.',
    icon: ServerCrash,
  },
  refuseForTravelRule: {
    label: 'Refuse the next rule for travel rule details',
    does: 'No rule is made, and no money is sent.',
    icon: Ban,
  },
  limitRate: { label: 'Answer everything with 429', does: 'Too many requests, until you end it.', icon: Gauge },
  slowDown: { label: 'Slow every answer down', does: 'Each takes 3 s longer, until you end it.', icon: Hourglass },
  refuseToken: { label: 'Refuse the token', does: '401 for every call, until you end it.', icon: KeyRound },
  endFaults: { label: 'End what goes wrong', does: 'Everything is answered as usual again.', icon: RotateCcw },
}
