/** What a tree may begin with (TRE-07). */
export const treeTypes = [
  'perimeter',
  'tag',
  'policy',
  'control_group',
  'control',
  'solution',
  'measure',
  'remediation',
  'gap_register',
  'gap',
  'incident',
  'risk',
  'indicator',
  'isp_project',
] as const
export type TreeType = (typeof treeTypes)[number]

/** In the order in which trees, legends and lists show them; the last ones are shown, and no tree begins with them. */
export const nodeTypes = [...treeTypes, 'exemption', 'campaign', 'business_value', 'supporting_asset'] as const
export type NodeType = (typeof nodeTypes)[number]

export const isTreeType = (type: string): type is TreeType => treeTypes.some((known) => known === type)

/** Steps from the root. */
export const treeDepth = 3
/** Objects of one tree, its root among them. */
export const treeLimit = 500
/** Links beside those of the tree itself. */
export const crossLinkLimit = 1000
