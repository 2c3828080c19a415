import { moneyText } from '@/components/records/transfer-labels'
import { Link } from '@/components/ui/address'
import type { PlannedMovement } from '@/lib/features/money/interface'
import type { Environment } from '@/lib/provider/environments'
import { plannedName } from './plan-texts'

/** Plans by name and amount, each as a link to its page. */
export const PlanLinks = ({ environment, plans }: { environment: Environment; plans: readonly PlannedMovement[] }) =>
  plans.map((plan, index) => (
    <span key={plan.id}>
      {index > 0 && (index === plans.length - 1 ? ' and ' : ', ')}
      <Link className="underline" href={`/${environment}/money/${encodeURIComponent(plan.id)}`}>
        {plannedName(plan)}, {moneyText(plan.amount, plan.rule.source_asset)}
      </Link>
    </span>
  ))
