/** Icons of the filters by what they filter; only the filter menu shows them. */
import {
  ArrowLeftRight,
  Boxes,
  CircleDot,
  CircleEllipsis,
  Clock,
  Fingerprint,
  Hash,
  History,
  IdCard,
  Landmark,
  Layers,
  type LucideIcon,
  Tag,
  Workflow,
} from 'lucide-react'

export const filterIcons = {
  account: Landmark,
  created: Clock,
  group: Layers,
  hash: Hash,
  identity: IdCard,
  operation: Workflow,
  profile: Boxes,
  reason: CircleEllipsis,
  reference: Tag,
  status: CircleDot,
  transfer: Fingerprint,
  type: ArrowLeftRight,
  updated: History,
} satisfies Record<string, LucideIcon>
