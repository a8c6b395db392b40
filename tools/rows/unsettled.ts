/**
 * Where claims have not all been held against PostgreSQL yet: what is found wrong there is told, and fails nothing. Who has run the tests of an area and mended what they found takes it out; nothing is added.
 */
export const unsettled: readonly string[] = [
  'app/',
  'areas/access/',
  'areas/actions/',
  'areas/analyses/',
  'areas/assets/',
  'areas/catalog/',
  'areas/checks/',
  'areas/dashboards/',
  'areas/evidence/',
  'areas/help/',
  'areas/indicators/',
  'areas/library/',
  'areas/measures/',
  'areas/organisation/',
  'areas/people/',
  'areas/projects/',
  'areas/questionnaires/',
  'areas/relations/',
  'areas/scales/',
  'areas/scores/',
  'areas/statements/',
  'demo/',
  'kit/',
]
