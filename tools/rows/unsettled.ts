/**
 * Where claims have not all been held against PostgreSQL yet: what is found wrong there is told, and fails nothing. Who has run the tests of an area and mended what they found takes it out; nothing is added.
 */
export const unsettled: readonly string[] = ['app/']
