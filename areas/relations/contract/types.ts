/** What a tree may begin with (TRE-07), as far as it exists. */
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
] as const
export type TreeType = (typeof treeTypes)[number]

/** What a tree will begin with once it exists: like something that is not there until then. */
export const laterTypes: readonly string[] = ['indicator', 'isp_project']

/** In the order in which trees, legends and lists show them; an exemption is shown, and no tree begins with it. */
export const nodeTypes = [...treeTypes, 'exemption'] as const
export type NodeType = (typeof nodeTypes)[number]

export const isTreeType = (type: string): type is TreeType => treeTypes.some((known) => known === type)

/** Steps from the root. */
export const treeDepth = 3
/** Objects of one tree, its root among them. */
export const treeLimit = 500
/** Links beside those of the tree itself. */
export const crossLinkLimit = 1000
