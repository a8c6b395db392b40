/** Of each check what it finds, and what mends it. */
export const checkWords = {
  mend: {
    remediation: {
      UNPROVEN: 'Attach a proof',
      LATE_SILENT: 'Ask why',
      NOT_STARTED: 'Start it',
      POSTPONED: 'Review the target date',
      UNASSIGNED: 'Choose a manager',
      OPEN_TASKS: 'Settle the tasks',
      LONG_STANDBY: 'Resume or cancel',
    },
    measure: {
      NO_OWNER: 'Choose a manager',
      UNPROVEN: 'Attach evidence',
      LOW_NO_ACTION: 'Plan an improvement',
      PLANNED_NO_ACTION: 'Plan an action',
      OFFER_WAITING: 'Accept or decline',
      SAME_AS_ANOTHER: 'Compare them',
    },
    control: {
      NO_MEASURE: 'Choose a model',
    },
    policy: {
      NOT_PUBLISHED: 'Publish it',
      NOT_APPLIED: 'Apply it',
      OUTDATED: 'Adopt the version',
    },
    exemption: {
      EXPIRED: 'Close or renew',
      RENEWED_TWICE: 'Plan the action',
      WAITING: 'Decide',
      UNRELIEVED: 'Plan the action',
    },
    evidence: {
      EXPIRED_IN_USE: 'Add a revision',
      UNUSED: 'Attach it',
      NO_OWNER: 'Choose a manager',
    },
    supplier: {
      NOT_EVALUATED: 'Start an evaluation',
      EVALUATION_LATE: 'Start an evaluation',
      NOT_CLASSIFIED: 'Classify',
      CERTIFICATE_OVER: 'Link the new one',
      NO_CONTACT: 'Add a contact',
      NO_OWNER: 'Name somebody',
      CHAIN_LOOP: 'Review the chain',
    },
    supplier_service: {
      NO_CONTRACT: 'Link a contract',
      NO_EXIT_PLAN: 'Prepare the exit',
    },
    supplier_contract: {
      ENDS_NO_EXIT: 'Plan the exit',
      ENDED_IN_USE: 'Renew or leave',
    },
    member: {
      GONE_HOLDING: 'Reassign',
      EXTERNAL_OVER: 'Close the access',
      ADMIN_NOT_STRONG: 'Ask for a second factor',
      NEVER_CAME: 'Invite again or remove',
    },
    perimeter: {
      NO_MANAGER: 'Name a manager',
      NO_POLICY: 'Apply a policy',
    },
    incident: {
      CLOCK_LATE: 'Notify',
      UNASSIGNED: 'Choose a manager',
      NO_LESSONS: 'Write the lessons',
      STALLED: 'Move on or close',
    },
    gap: {
      NO_ACTION: 'Create an action',
      CLOSED_NO_ACTION: 'Link the action',
      REVIEW_OVER: 'Review',
      SEVERE_UNASSIGNED: 'Choose a manager',
      EFFECT_UNCHECKED: 'Check the effect',
    },
    risk: {
      ABOVE_UNANSWERED: 'Create an action',
      STALE: 'Ask for approval again',
      RULE_MOVED: 'Review its level',
      REVIEW_OVER: 'Review',
      UNASSIGNED: 'Choose a manager',
    },
    review: {
      WAITING: 'Close',
    },
  },
  why: {
    remediation: {
      UNPROVEN: 'Finished within the last 92 days, and no evidence shows it.',
      LATE_SILENT: 'Its target date is over; nobody has commented on it since, and no reason is given.',
      NOT_STARTED: 'It is still planned although its start date is past.',
      POSTPONED: 'It is open, and its target date was moved three times or more.',
      UNASSIGNED: 'Its manager is neither a person nor a group.',
      OPEN_TASKS: 'It is finished, and one of its tasks is still to do.',
      LONG_STANDBY: 'It is on hold, and nothing of it has changed for 90 days.',
    },
    measure: {
      NO_OWNER: 'It is implemented without a manager.',
      UNPROVEN: 'None of its finished actions carries evidence.',
      LOW_NO_ACTION: 'Its efficiency is below 50%, and no open action names it.',
      PLANNED_NO_ACTION: 'It is marked as planned, but no open action implements it.',
      OFFER_WAITING: 'It was offered to a perimeter more than 30 days ago, which has not answered.',
      SAME_AS_ANOTHER: 'Another measure of the same perimeter is called almost the same. Names are compared each night.',
    },
    control: {
      NO_MEASURE: 'It is in force somewhere, and no measure model answers it.',
    },
    policy: {
      NOT_PUBLISHED: 'It has been a draft for more than 30 days.',
      NOT_APPLIED: 'It has a published version, and no perimeter answers to it.',
      OUTDATED: 'At least one perimeter answers to another version than the current one.',
    },
    exemption: {
      EXPIRED: 'It is still granted although its last day is over.',
      RENEWED_TWICE: 'It is in force and carries on for at least the second time.',
      WAITING: 'It was asked for more than 14 days ago.',
      UNRELIEVED: 'It is in force without a compensating measure and without an action that makes it superfluous.',
    },
    evidence: {
      EXPIRED_IN_USE: 'Expired but still in use by an action or a task.',
      UNUSED: 'No action and no task has shown it for 7 days since it came.',
      NO_OWNER: 'Nobody will be reminded before it expires.',
    },
    supplier: {
      NOT_EVALUATED: 'It is critical, active, and was last evaluated more than a year ago, or never.',
      EVALUATION_LATE: 'The day of its next evaluation is over, and no running campaign asks it.',
      NOT_CLASSIFIED: 'It is active, and nobody has said how critical it is 30 days after it was added.',
      CERTIFICATE_OVER: 'The last day of a certificate is over, and no other one of its kind holds.',
      NO_CONTACT: 'It is highly critical or critical, and has no contact.',
      NO_OWNER: 'It is highly critical or critical, and it has no manager.',
      CHAIN_LOOP: 'Through its sub-processors it would work for itself.',
    },
    supplier_service: {
      NO_CONTRACT: 'It supports a critical or important function, and no contract in force covers it.',
      NO_EXIT_PLAN: 'It supports a critical or important function, and there is no exit plan.',
    },
    supplier_contract: {
      ENDS_NO_EXIT: 'It ends within 180 days without renewing itself, and has neither an exit date nor an exit plan.',
      ENDED_IN_USE: 'It is over, its supplier is still active, and no other contract is in force.',
    },
    member: {
      GONE_HOLDING: 'Disabled, archived or past their last day, and still the manager of something open.',
      EXTERNAL_OVER: 'The last day of the access is past, and the account is not disabled.',
      ADMIN_NOT_STRONG: 'A global pilot signs in without a second factor.',
      NEVER_CAME: 'Created more than 30 days ago, and never seen since.',
    },
    perimeter: {
      NO_MANAGER: 'It has no manager.',
      NO_POLICY: 'No policy is applied to it, nor above or below it.',
    },
    incident: {
      CLOCK_LATE: 'A deadline of NIS 2 or of the GDPR is over, and no sending is recorded.',
      UNASSIGNED: 'It is open, and has neither a person nor a group as manager.',
      NO_LESSONS: 'It was closed as resolved, and nothing was written down.',
      STALLED: 'Nothing of it has changed for 30 days.',
    },
    gap: {
      NO_ACTION: 'It is to be handled or in progress, and no action addresses it.',
      CLOSED_NO_ACTION: 'It was closed as resolved, and no action says how.',
      REVIEW_OVER: 'It is accepted, and its review date is past.',
      SEVERE_UNASSIGNED: 'Its severity is 75 or more, and it has no manager.',
      EFFECT_UNCHECKED: 'It was resolved more than 90 days ago, and nobody has looked whether that holds.',
    },
    risk: {
      ABOVE_UNANSWERED: 'Its current level is above what its register lives with, and neither an open action nor an acceptance answers it.',
      STALE: 'Its treatment was approved, and its level, its measures or its date have changed since.',
      RULE_MOVED: 'Measures became layers, which moved its level; nobody has looked at it since.',
      REVIEW_OVER: 'Its review date is past.',
      UNASSIGNED: 'It is not closed, and it has no manager.',
    },
    review: {
      WAITING: 'It has been open for more than 30 days.',
    },
  },
} as const
