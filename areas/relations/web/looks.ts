import {
  Building2,
  ClipboardList,
  FileText,
  Folder,
  Gauge,
  Gem,
  ListChecks,
  Rocket,
  Ruler,
  ScrollText,
  Server,
  ShieldCheck,
  ShieldOff,
  Shapes,
  Siren,
  SearchX,
  Tag,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import type { NodeType } from '#areas/relations/contract/types.ts'

/** What one does, what asks, what threatens, where it is. */
export type Shape = 'circle' | 'square' | 'diamond' | 'hexagon'

export interface Look {
  readonly shape: Shape
  readonly icon: LucideIcon
  /** Names a colour of the drawing's style sheet. */
  readonly tint: 'measure' | 'action' | 'asks' | 'threat' | 'place'
  readonly area: string
}

export const looks: Readonly<Record<NodeType, Look>> = {
  perimeter: { shape: 'hexagon', icon: Building2, tint: 'place', area: 'organisation' },
  tag: { shape: 'hexagon', icon: Tag, tint: 'place', area: 'organisation' },
  policy: { shape: 'square', icon: FileText, tint: 'asks', area: 'policies' },
  control_group: { shape: 'square', icon: Folder, tint: 'asks', area: 'policies' },
  control: { shape: 'square', icon: ScrollText, tint: 'asks', area: 'policies' },
  solution: { shape: 'circle', icon: Shapes, tint: 'measure', area: 'catalog' },
  measure: { shape: 'circle', icon: ShieldCheck, tint: 'measure', area: 'measures' },
  remediation: { shape: 'circle', icon: ListChecks, tint: 'action', area: 'actions' },
  gap_register: { shape: 'diamond', icon: SearchX, tint: 'threat', area: 'gaps' },
  gap: { shape: 'diamond', icon: Ruler, tint: 'threat', area: 'gaps' },
  incident: { shape: 'diamond', icon: Siren, tint: 'threat', area: 'incidents' },
  risk: { shape: 'diamond', icon: TriangleAlert, tint: 'threat', area: 'risks' },
  indicator: { shape: 'circle', icon: Gauge, tint: 'measure', area: 'indicators' },
  isp_project: { shape: 'circle', icon: Rocket, tint: 'action', area: 'projects' },
  campaign: { shape: 'square', icon: ClipboardList, tint: 'asks', area: 'campaigns' },
  business_value: { shape: 'hexagon', icon: Gem, tint: 'place', area: 'assets' },
  supporting_asset: { shape: 'hexagon', icon: Server, tint: 'place', area: 'assets' },
  exemption: { shape: 'square', icon: ShieldOff, tint: 'threat', area: 'exemptions' },
}

export const typeAreas = [...new Set(Object.values(looks).map(({ area }) => area))]
