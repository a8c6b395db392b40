/**
 * The turn of everything that decides which measures perimeters are asked for: applications of policies, solutions of requirements, and measures that
 * come to be. What policies call for is brought into line as a whole, so two at once would both add what is missing.
 */
export const coverageTurn = (): string => 'coverage'
