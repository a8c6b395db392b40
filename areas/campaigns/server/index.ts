export { askedBy, askedQuestions, askedRequirements } from './campaign-items.ts'
export { campaignRules, evaluationRules, mayAnswer, mayValidate } from './rules.ts'
export { scored } from './scored.ts'
export { endForProject } from './plan/of-project.ts'
export {
  acceptedOnDays,
  acceptedScores,
  actionsAnswering,
  campaignsOfPerimeter as campaignsAsking,
  campaignsNow,
  campaignsToCome,
  evaluationsAnsweredBy,
  everyCampaign,
  everyEvaluation,
} from './facts.ts'
