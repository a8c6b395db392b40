# Made by npm run renew-clients from openapi-v1.json, sha256 10b7ed97c716c4832c685b16001011065e2ccacf413e01922e92e5f80d3762d7
"""Every operation of the public API."""

from __future__ import annotations

from collections.abc import Iterator

from . import models
from .transport import Transport, Value


class Vigie(Transport):
    """A program that comes in with a key: Vigie("https://vigie.example", key)."""

    def list_action_plans(self, **query: Value) -> Iterator[models.ActionPlansListed]:
        """List action_plans."""
        return self.pages("/action_plans", query)

    def create_action_plans(self, body: models.ActionPlansNew) -> models.ActionPlans:
        """Create one of action_plans."""
        return self.call("POST", "/action_plans", body=body)

    def read_action_plans(self, id: int) -> models.ActionPlans:
        """Read one of action_plans."""
        return self.call("GET", f"/action_plans/{id}")

    def change_action_plans(self, id: int, body: models.ActionPlansChanged, version: int | None = None) -> models.ActionPlans:
        """Change one of action_plans; what is left out stays as it is."""
        return self.call("PUT", f"/action_plans/{id}", body=body, version=version)

    def read_action_plans_history(self, id: int) -> models.History:
        """Read what happened to one of action_plans."""
        return self.call("GET", f"/action_plans/{id}/history")

    def list_actions(self, **query: Value) -> Iterator[models.ActionsListed]:
        """List actions."""
        return self.pages("/actions", query)

    def create_actions(self, body: models.ActionsNew) -> models.Actions:
        """Create one of actions."""
        return self.call("POST", "/actions", body=body)

    def read_actions(self, id: int) -> models.Actions:
        """Read one of actions."""
        return self.call("GET", f"/actions/{id}")

    def change_actions(self, id: int, body: models.ActionsChanged, version: int | None = None) -> models.Actions:
        """Change one of actions; what is left out stays as it is."""
        return self.call("PUT", f"/actions/{id}", body=body, version=version)

    def read_actions_history(self, id: int) -> models.History:
        """Read what happened to one of actions."""
        return self.call("GET", f"/actions/{id}/history")

    def post_actions_files(self, name: str, content: bytes) -> models.File:
        """Upload a file for actions: name its id in the row within a day."""
        return self.call("POST", "/actions/files", file=(name, content))

    def list_business_values(self, **query: Value) -> Iterator[models.BusinessValuesListed]:
        """List business_values."""
        return self.pages("/business_values", query)

    def create_business_values(self, body: models.BusinessValuesNew) -> models.BusinessValues:
        """Create one of business_values."""
        return self.call("POST", "/business_values", body=body)

    def read_business_values(self, id: int) -> models.BusinessValues:
        """Read one of business_values."""
        return self.call("GET", f"/business_values/{id}")

    def change_business_values(self, id: int, body: models.BusinessValuesChanged, version: int | None = None) -> models.BusinessValues:
        """Change one of business_values; what is left out stays as it is."""
        return self.call("PUT", f"/business_values/{id}", body=body, version=version)

    def read_business_values_history(self, id: int) -> models.History:
        """Read what happened to one of business_values."""
        return self.call("GET", f"/business_values/{id}/history")

    def list_campaigns(self, **query: Value) -> Iterator[models.CampaignsListed]:
        """List campaigns."""
        return self.pages("/campaigns", query)

    def create_campaigns(self, body: models.CampaignsNew) -> models.Campaigns:
        """Create one of campaigns."""
        return self.call("POST", "/campaigns", body=body)

    def read_campaigns(self, id: int) -> models.Campaigns:
        """Read one of campaigns."""
        return self.call("GET", f"/campaigns/{id}")

    def change_campaigns(self, id: int, body: models.CampaignsChanged, version: int | None = None) -> models.Campaigns:
        """Change one of campaigns; what is left out stays as it is."""
        return self.call("PUT", f"/campaigns/{id}", body=body, version=version)

    def read_campaigns_history(self, id: int) -> models.History:
        """Read what happened to one of campaigns."""
        return self.call("GET", f"/campaigns/{id}/history")

    def list_categories(self, **query: Value) -> Iterator[models.CategoriesListed]:
        """List categories."""
        return self.pages("/categories", query)

    def create_categories(self, body: models.CategoriesNew) -> models.Categories:
        """Create one of categories."""
        return self.call("POST", "/categories", body=body)

    def read_categories(self, id: int) -> models.Categories:
        """Read one of categories."""
        return self.call("GET", f"/categories/{id}")

    def change_categories(self, id: int, body: models.CategoriesChanged, version: int | None = None) -> models.Categories:
        """Change one of categories; what is left out stays as it is."""
        return self.call("PUT", f"/categories/{id}", body=body, version=version)

    def read_categories_history(self, id: int) -> models.History:
        """Read what happened to one of categories."""
        return self.call("GET", f"/categories/{id}/history")

    def list_evaluations(self, **query: Value) -> Iterator[models.EvaluationsListed]:
        """List evaluations."""
        return self.pages("/evaluations", query)

    def read_evaluations(self, id: int) -> models.Evaluations:
        """Read one of evaluations."""
        return self.call("GET", f"/evaluations/{id}")

    def change_evaluations(self, id: int, body: models.EvaluationsChanged, version: int | None = None) -> models.Evaluations:
        """Change one of evaluations; what is left out stays as it is."""
        return self.call("PUT", f"/evaluations/{id}", body=body, version=version)

    def read_evaluations_history(self, id: int) -> models.History:
        """Read what happened to one of evaluations."""
        return self.call("GET", f"/evaluations/{id}/history")

    def list_evidence(self, **query: Value) -> Iterator[models.EvidenceListed]:
        """List evidence."""
        return self.pages("/evidence", query)

    def create_evidence(self, body: models.EvidenceNew) -> models.Evidence:
        """Create one of evidence."""
        return self.call("POST", "/evidence", body=body)

    def read_evidence(self, id: int) -> models.Evidence:
        """Read one of evidence."""
        return self.call("GET", f"/evidence/{id}")

    def change_evidence(self, id: int, body: models.EvidenceChanged, version: int | None = None) -> models.Evidence:
        """Change one of evidence; what is left out stays as it is."""
        return self.call("PUT", f"/evidence/{id}", body=body, version=version)

    def read_evidence_history(self, id: int) -> models.History:
        """Read what happened to one of evidence."""
        return self.call("GET", f"/evidence/{id}/history")

    def post_evidence_files(self, name: str, content: bytes) -> models.File:
        """Upload a file for evidence: name its id in the row within a day."""
        return self.call("POST", "/evidence/files", file=(name, content))

    def list_exemption_registers(self, **query: Value) -> Iterator[models.ExemptionRegistersListed]:
        """List exemption_registers."""
        return self.pages("/exemption_registers", query)

    def create_exemption_registers(self, body: models.ExemptionRegistersNew) -> models.ExemptionRegisters:
        """Create one of exemption_registers."""
        return self.call("POST", "/exemption_registers", body=body)

    def read_exemption_registers(self, id: int) -> models.ExemptionRegisters:
        """Read one of exemption_registers."""
        return self.call("GET", f"/exemption_registers/{id}")

    def change_exemption_registers(self, id: int, body: models.ExemptionRegistersChanged, version: int | None = None) -> models.ExemptionRegisters:
        """Change one of exemption_registers; what is left out stays as it is."""
        return self.call("PUT", f"/exemption_registers/{id}", body=body, version=version)

    def read_exemption_registers_history(self, id: int) -> models.History:
        """Read what happened to one of exemption_registers."""
        return self.call("GET", f"/exemption_registers/{id}/history")

    def list_exemptions(self, **query: Value) -> Iterator[models.ExemptionsListed]:
        """List exemptions."""
        return self.pages("/exemptions", query)

    def create_exemptions(self, body: models.ExemptionsNew) -> models.Exemptions:
        """Create one of exemptions."""
        return self.call("POST", "/exemptions", body=body)

    def read_exemptions(self, id: int) -> models.Exemptions:
        """Read one of exemptions."""
        return self.call("GET", f"/exemptions/{id}")

    def change_exemptions(self, id: int, body: models.ExemptionsChanged, version: int | None = None) -> models.Exemptions:
        """Change one of exemptions; what is left out stays as it is."""
        return self.call("PUT", f"/exemptions/{id}", body=body, version=version)

    def read_exemptions_history(self, id: int) -> models.History:
        """Read what happened to one of exemptions."""
        return self.call("GET", f"/exemptions/{id}/history")

    def post_exemptions_files(self, name: str, content: bytes) -> models.File:
        """Upload a file for exemptions: name its id in the row within a day."""
        return self.call("POST", "/exemptions/files", file=(name, content))

    def list_gap_registers(self, **query: Value) -> Iterator[models.GapRegistersListed]:
        """List gap_registers."""
        return self.pages("/gap_registers", query)

    def create_gap_registers(self, body: models.GapRegistersNew) -> models.GapRegisters:
        """Create one of gap_registers."""
        return self.call("POST", "/gap_registers", body=body)

    def read_gap_registers(self, id: int) -> models.GapRegisters:
        """Read one of gap_registers."""
        return self.call("GET", f"/gap_registers/{id}")

    def change_gap_registers(self, id: int, body: models.GapRegistersChanged, version: int | None = None) -> models.GapRegisters:
        """Change one of gap_registers; what is left out stays as it is."""
        return self.call("PUT", f"/gap_registers/{id}", body=body, version=version)

    def read_gap_registers_history(self, id: int) -> models.History:
        """Read what happened to one of gap_registers."""
        return self.call("GET", f"/gap_registers/{id}/history")

    def list_gaps(self, **query: Value) -> Iterator[models.GapsListed]:
        """List gaps."""
        return self.pages("/gaps", query)

    def create_gaps(self, body: models.GapsNew) -> models.Gaps:
        """Create one of gaps."""
        return self.call("POST", "/gaps", body=body)

    def read_gaps(self, id: int) -> models.Gaps:
        """Read one of gaps."""
        return self.call("GET", f"/gaps/{id}")

    def change_gaps(self, id: int, body: models.GapsChanged, version: int | None = None) -> models.Gaps:
        """Change one of gaps; what is left out stays as it is."""
        return self.call("PUT", f"/gaps/{id}", body=body, version=version)

    def read_gaps_history(self, id: int) -> models.History:
        """Read what happened to one of gaps."""
        return self.call("GET", f"/gaps/{id}/history")

    def post_gaps_files(self, name: str, content: bytes) -> models.File:
        """Upload a file for gaps: name its id in the row within a day."""
        return self.call("POST", "/gaps/files", file=(name, content))

    def post_gaps_findings(self, name: str, content: bytes, **query: Value) -> models.PostGapsFindingsAnswer:
        """Import findings into a register of gaps: SARIF, OCSF, CSV or Excel."""
        return self.call("POST", "/gaps/findings", query=query, file=(name, content))

    def get_gaps_findings_id(self, id: int) -> models.GetGapsFindingsIdAnswer:
        """Read how far an import of findings is, and what became of it."""
        return self.call("GET", f"/gaps/findings/{id}")

    def get_gaps_findings_id_lines(self, id: int, **query: Value) -> models.GetGapsFindingsIdLinesAnswer:
        """List what became of the lines of an import of findings, or would."""
        return self.call("GET", f"/gaps/findings/{id}/lines", query=query)

    def list_groupings(self, **query: Value) -> Iterator[models.GroupingsListed]:
        """List groupings."""
        return self.pages("/groupings", query)

    def create_groupings(self, body: models.GroupingsNew) -> models.Groupings:
        """Create one of groupings."""
        return self.call("POST", "/groupings", body=body)

    def read_groupings(self, id: int) -> models.Groupings:
        """Read one of groupings."""
        return self.call("GET", f"/groupings/{id}")

    def change_groupings(self, id: int, body: models.GroupingsChanged, version: int | None = None) -> models.Groupings:
        """Change one of groupings; what is left out stays as it is."""
        return self.call("PUT", f"/groupings/{id}", body=body, version=version)

    def read_groupings_history(self, id: int) -> models.History:
        """Read what happened to one of groupings."""
        return self.call("GET", f"/groupings/{id}/history")

    def list_incidents(self, **query: Value) -> Iterator[models.IncidentsListed]:
        """List incidents."""
        return self.pages("/incidents", query)

    def create_incidents(self, body: models.IncidentsNew) -> models.Incidents:
        """Create one of incidents."""
        return self.call("POST", "/incidents", body=body)

    def read_incidents(self, id: int) -> models.Incidents:
        """Read one of incidents."""
        return self.call("GET", f"/incidents/{id}")

    def change_incidents(self, id: int, body: models.IncidentsChanged, version: int | None = None) -> models.Incidents:
        """Change one of incidents; what is left out stays as it is."""
        return self.call("PUT", f"/incidents/{id}", body=body, version=version)

    def read_incidents_history(self, id: int) -> models.History:
        """Read what happened to one of incidents."""
        return self.call("GET", f"/incidents/{id}/history")

    def post_incidents_files(self, name: str, content: bytes) -> models.File:
        """Upload a file for incidents: name its id in the row within a day."""
        return self.call("POST", "/incidents/files", file=(name, content))

    def list_indicators(self, **query: Value) -> Iterator[models.IndicatorsListed]:
        """List indicators."""
        return self.pages("/indicators", query)

    def create_indicators(self, body: models.IndicatorsNew) -> models.Indicators:
        """Create one of indicators."""
        return self.call("POST", "/indicators", body=body)

    def read_indicators(self, id: int) -> models.Indicators:
        """Read one of indicators."""
        return self.call("GET", f"/indicators/{id}")

    def change_indicators(self, id: int, body: models.IndicatorsChanged, version: int | None = None) -> models.Indicators:
        """Change one of indicators; what is left out stays as it is."""
        return self.call("PUT", f"/indicators/{id}", body=body, version=version)

    def read_indicators_history(self, id: int) -> models.History:
        """Read what happened to one of indicators."""
        return self.call("GET", f"/indicators/{id}/history")

    def list_labels(self, **query: Value) -> Iterator[models.LabelsListed]:
        """List labels."""
        return self.pages("/labels", query)

    def create_labels(self, body: models.LabelsNew) -> models.Labels:
        """Create one of labels."""
        return self.call("POST", "/labels", body=body)

    def read_labels(self, id: int) -> models.Labels:
        """Read one of labels."""
        return self.call("GET", f"/labels/{id}")

    def change_labels(self, id: int, body: models.LabelsChanged, version: int | None = None) -> models.Labels:
        """Change one of labels; what is left out stays as it is."""
        return self.call("PUT", f"/labels/{id}", body=body, version=version)

    def read_labels_history(self, id: int) -> models.History:
        """Read what happened to one of labels."""
        return self.call("GET", f"/labels/{id}/history")

    def list_measure_models(self, **query: Value) -> Iterator[models.MeasureModelsListed]:
        """List measure_models."""
        return self.pages("/measure_models", query)

    def create_measure_models(self, body: models.MeasureModelsNew) -> models.MeasureModels:
        """Create one of measure_models."""
        return self.call("POST", "/measure_models", body=body)

    def read_measure_models(self, id: int) -> models.MeasureModels:
        """Read one of measure_models."""
        return self.call("GET", f"/measure_models/{id}")

    def change_measure_models(self, id: int, body: models.MeasureModelsChanged, version: int | None = None) -> models.MeasureModels:
        """Change one of measure_models; what is left out stays as it is."""
        return self.call("PUT", f"/measure_models/{id}", body=body, version=version)

    def read_measure_models_history(self, id: int) -> models.History:
        """Read what happened to one of measure_models."""
        return self.call("GET", f"/measure_models/{id}/history")

    def list_measures(self, **query: Value) -> Iterator[models.MeasuresListed]:
        """List measures."""
        return self.pages("/measures", query)

    def create_measures(self, body: models.MeasuresNew) -> models.Measures:
        """Create one of measures."""
        return self.call("POST", "/measures", body=body)

    def read_measures(self, id: int) -> models.Measures:
        """Read one of measures."""
        return self.call("GET", f"/measures/{id}")

    def change_measures(self, id: int, body: models.MeasuresChanged, version: int | None = None) -> models.Measures:
        """Change one of measures; what is left out stays as it is."""
        return self.call("PUT", f"/measures/{id}", body=body, version=version)

    def read_measures_history(self, id: int) -> models.History:
        """Read what happened to one of measures."""
        return self.call("GET", f"/measures/{id}/history")

    def list_metrics(self, **query: Value) -> Iterator[models.MetricsListed]:
        """List metrics."""
        return self.pages("/metrics", query)

    def create_metrics(self, body: models.MetricsNew) -> models.Metrics:
        """Create one of metrics."""
        return self.call("POST", "/metrics", body=body)

    def read_metrics(self, id: int) -> models.Metrics:
        """Read one of metrics."""
        return self.call("GET", f"/metrics/{id}")

    def change_metrics(self, id: int, body: models.MetricsChanged, version: int | None = None) -> models.Metrics:
        """Change one of metrics; what is left out stays as it is."""
        return self.call("PUT", f"/metrics/{id}", body=body, version=version)

    def read_metrics_history(self, id: int) -> models.History:
        """Read what happened to one of metrics."""
        return self.call("GET", f"/metrics/{id}/history")

    def post_metrics_values(self, body: models.PostMetricsValuesBody) -> models.PostMetricsValuesAnswer:
        """Enter, correct or empty values of metrics."""
        return self.call("POST", "/metrics/values", body=body)

    def list_occurrences(self, **query: Value) -> Iterator[models.OccurrencesListed]:
        """List occurrences."""
        return self.pages("/occurrences", query)

    def read_occurrences(self, id: int) -> models.Occurrences:
        """Read one of occurrences."""
        return self.call("GET", f"/occurrences/{id}")

    def change_occurrences(self, id: int, body: models.OccurrencesChanged, version: int | None = None) -> models.Occurrences:
        """Change one of occurrences; what is left out stays as it is."""
        return self.call("PUT", f"/occurrences/{id}", body=body, version=version)

    def read_occurrences_history(self, id: int) -> models.History:
        """Read what happened to one of occurrences."""
        return self.call("GET", f"/occurrences/{id}/history")

    def list_perimeters(self, **query: Value) -> Iterator[models.PerimetersListed]:
        """List perimeters."""
        return self.pages("/perimeters", query)

    def create_perimeters(self, body: models.PerimetersNew) -> models.Perimeters:
        """Create one of perimeters."""
        return self.call("POST", "/perimeters", body=body)

    def read_perimeters(self, id: int) -> models.Perimeters:
        """Read one of perimeters."""
        return self.call("GET", f"/perimeters/{id}")

    def change_perimeters(self, id: int, body: models.PerimetersChanged, version: int | None = None) -> models.Perimeters:
        """Change one of perimeters; what is left out stays as it is."""
        return self.call("PUT", f"/perimeters/{id}", body=body, version=version)

    def read_perimeters_history(self, id: int) -> models.History:
        """Read what happened to one of perimeters."""
        return self.call("GET", f"/perimeters/{id}/history")

    def list_policies(self, **query: Value) -> Iterator[models.PoliciesListed]:
        """List policies."""
        return self.pages("/policies", query)

    def create_policies(self, body: models.PoliciesNew) -> models.Policies:
        """Create one of policies."""
        return self.call("POST", "/policies", body=body)

    def read_policies(self, id: int) -> models.Policies:
        """Read one of policies."""
        return self.call("GET", f"/policies/{id}")

    def change_policies(self, id: int, body: models.PoliciesChanged, version: int | None = None) -> models.Policies:
        """Change one of policies; what is left out stays as it is."""
        return self.call("PUT", f"/policies/{id}", body=body, version=version)

    def read_policies_history(self, id: int) -> models.History:
        """Read what happened to one of policies."""
        return self.call("GET", f"/policies/{id}/history")

    def list_policy_applications(self, **query: Value) -> Iterator[models.PolicyApplicationsListed]:
        """List policy_applications."""
        return self.pages("/policy_applications", query)

    def create_policy_applications(self, body: models.PolicyApplicationsNew) -> models.PolicyApplications:
        """Create one of policy_applications."""
        return self.call("POST", "/policy_applications", body=body)

    def read_policy_applications(self, id: int) -> models.PolicyApplications:
        """Read one of policy_applications."""
        return self.call("GET", f"/policy_applications/{id}")

    def change_policy_applications(self, id: int, body: models.PolicyApplicationsChanged, version: int | None = None) -> models.PolicyApplications:
        """Change one of policy_applications; what is left out stays as it is."""
        return self.call("PUT", f"/policy_applications/{id}", body=body, version=version)

    def read_policy_applications_history(self, id: int) -> models.History:
        """Read what happened to one of policy_applications."""
        return self.call("GET", f"/policy_applications/{id}/history")

    def list_projects(self, **query: Value) -> Iterator[models.ProjectsListed]:
        """List projects."""
        return self.pages("/projects", query)

    def create_projects(self, body: models.ProjectsNew) -> models.Projects:
        """Create one of projects."""
        return self.call("POST", "/projects", body=body)

    def read_projects(self, id: int) -> models.Projects:
        """Read one of projects."""
        return self.call("GET", f"/projects/{id}")

    def change_projects(self, id: int, body: models.ProjectsChanged, version: int | None = None) -> models.Projects:
        """Change one of projects; what is left out stays as it is."""
        return self.call("PUT", f"/projects/{id}", body=body, version=version)

    def read_projects_history(self, id: int) -> models.History:
        """Read what happened to one of projects."""
        return self.call("GET", f"/projects/{id}/history")

    def post_projects_files(self, name: str, content: bytes) -> models.File:
        """Upload a file for projects: name its id in the row within a day."""
        return self.call("POST", "/projects/files", file=(name, content))

    def list_recurring_tasks(self, **query: Value) -> Iterator[models.RecurringTasksListed]:
        """List recurring_tasks."""
        return self.pages("/recurring_tasks", query)

    def create_recurring_tasks(self, body: models.RecurringTasksNew) -> models.RecurringTasks:
        """Create one of recurring_tasks."""
        return self.call("POST", "/recurring_tasks", body=body)

    def read_recurring_tasks(self, id: int) -> models.RecurringTasks:
        """Read one of recurring_tasks."""
        return self.call("GET", f"/recurring_tasks/{id}")

    def change_recurring_tasks(self, id: int, body: models.RecurringTasksChanged, version: int | None = None) -> models.RecurringTasks:
        """Change one of recurring_tasks; what is left out stays as it is."""
        return self.call("PUT", f"/recurring_tasks/{id}", body=body, version=version)

    def read_recurring_tasks_history(self, id: int) -> models.History:
        """Read what happened to one of recurring_tasks."""
        return self.call("GET", f"/recurring_tasks/{id}/history")

    def list_requirements(self, **query: Value) -> Iterator[models.RequirementsListed]:
        """List requirements."""
        return self.pages("/requirements", query)

    def create_requirements(self, body: models.RequirementsNew) -> models.Requirements:
        """Create one of requirements."""
        return self.call("POST", "/requirements", body=body)

    def read_requirements(self, id: int) -> models.Requirements:
        """Read one of requirements."""
        return self.call("GET", f"/requirements/{id}")

    def change_requirements(self, id: int, body: models.RequirementsChanged, version: int | None = None) -> models.Requirements:
        """Change one of requirements; what is left out stays as it is."""
        return self.call("PUT", f"/requirements/{id}", body=body, version=version)

    def read_requirements_history(self, id: int) -> models.History:
        """Read what happened to one of requirements."""
        return self.call("GET", f"/requirements/{id}/history")

    def list_reviews(self, **query: Value) -> Iterator[models.ReviewsListed]:
        """List reviews."""
        return self.pages("/reviews", query)

    def read_reviews(self, id: int) -> models.Reviews:
        """Read one of reviews."""
        return self.call("GET", f"/reviews/{id}")

    def change_reviews(self, id: int, body: models.ReviewsChanged, version: int | None = None) -> models.Reviews:
        """Change one of reviews; what is left out stays as it is."""
        return self.call("PUT", f"/reviews/{id}", body=body, version=version)

    def read_reviews_history(self, id: int) -> models.History:
        """Read what happened to one of reviews."""
        return self.call("GET", f"/reviews/{id}/history")

    def list_risk_analyses(self, **query: Value) -> Iterator[models.RiskAnalysesListed]:
        """List risk_analyses."""
        return self.pages("/risk_analyses", query)

    def create_risk_analyses(self, body: models.RiskAnalysesNew) -> models.RiskAnalyses:
        """Create one of risk_analyses."""
        return self.call("POST", "/risk_analyses", body=body)

    def read_risk_analyses(self, id: int) -> models.RiskAnalyses:
        """Read one of risk_analyses."""
        return self.call("GET", f"/risk_analyses/{id}")

    def change_risk_analyses(self, id: int, body: models.RiskAnalysesChanged, version: int | None = None) -> models.RiskAnalyses:
        """Change one of risk_analyses; what is left out stays as it is."""
        return self.call("PUT", f"/risk_analyses/{id}", body=body, version=version)

    def read_risk_analyses_history(self, id: int) -> models.History:
        """Read what happened to one of risk_analyses."""
        return self.call("GET", f"/risk_analyses/{id}/history")

    def list_risk_registers(self, **query: Value) -> Iterator[models.RiskRegistersListed]:
        """List risk_registers."""
        return self.pages("/risk_registers", query)

    def create_risk_registers(self, body: models.RiskRegistersNew) -> models.RiskRegisters:
        """Create one of risk_registers."""
        return self.call("POST", "/risk_registers", body=body)

    def read_risk_registers(self, id: int) -> models.RiskRegisters:
        """Read one of risk_registers."""
        return self.call("GET", f"/risk_registers/{id}")

    def change_risk_registers(self, id: int, body: models.RiskRegistersChanged, version: int | None = None) -> models.RiskRegisters:
        """Change one of risk_registers; what is left out stays as it is."""
        return self.call("PUT", f"/risk_registers/{id}", body=body, version=version)

    def read_risk_registers_history(self, id: int) -> models.History:
        """Read what happened to one of risk_registers."""
        return self.call("GET", f"/risk_registers/{id}/history")

    def list_risk_scenarios(self, **query: Value) -> Iterator[models.RiskScenariosListed]:
        """List risk_scenarios."""
        return self.pages("/risk_scenarios", query)

    def create_risk_scenarios(self, body: models.RiskScenariosNew) -> models.RiskScenarios:
        """Create one of risk_scenarios."""
        return self.call("POST", "/risk_scenarios", body=body)

    def read_risk_scenarios(self, id: int) -> models.RiskScenarios:
        """Read one of risk_scenarios."""
        return self.call("GET", f"/risk_scenarios/{id}")

    def change_risk_scenarios(self, id: int, body: models.RiskScenariosChanged, version: int | None = None) -> models.RiskScenarios:
        """Change one of risk_scenarios; what is left out stays as it is."""
        return self.call("PUT", f"/risk_scenarios/{id}", body=body, version=version)

    def read_risk_scenarios_history(self, id: int) -> models.History:
        """Read what happened to one of risk_scenarios."""
        return self.call("GET", f"/risk_scenarios/{id}/history")

    def list_risks(self, **query: Value) -> Iterator[models.RisksListed]:
        """List risks."""
        return self.pages("/risks", query)

    def create_risks(self, body: models.RisksNew) -> models.Risks:
        """Create one of risks."""
        return self.call("POST", "/risks", body=body)

    def read_risks(self, id: int) -> models.Risks:
        """Read one of risks."""
        return self.call("GET", f"/risks/{id}")

    def change_risks(self, id: int, body: models.RisksChanged, version: int | None = None) -> models.Risks:
        """Change one of risks; what is left out stays as it is."""
        return self.call("PUT", f"/risks/{id}", body=body, version=version)

    def read_risks_history(self, id: int) -> models.History:
        """Read what happened to one of risks."""
        return self.call("GET", f"/risks/{id}/history")

    def post_risks_files(self, name: str, content: bytes) -> models.File:
        """Upload a file for risks: name its id in the row within a day."""
        return self.call("POST", "/risks/files", file=(name, content))

    def list_runbooks(self, **query: Value) -> Iterator[models.RunbooksListed]:
        """List runbooks."""
        return self.pages("/runbooks", query)

    def create_runbooks(self, body: models.RunbooksNew) -> models.Runbooks:
        """Create one of runbooks."""
        return self.call("POST", "/runbooks", body=body)

    def read_runbooks(self, id: int) -> models.Runbooks:
        """Read one of runbooks."""
        return self.call("GET", f"/runbooks/{id}")

    def change_runbooks(self, id: int, body: models.RunbooksChanged, version: int | None = None) -> models.Runbooks:
        """Change one of runbooks; what is left out stays as it is."""
        return self.call("PUT", f"/runbooks/{id}", body=body, version=version)

    def read_runbooks_history(self, id: int) -> models.History:
        """Read what happened to one of runbooks."""
        return self.call("GET", f"/runbooks/{id}/history")

    def list_supplier_contracts(self, **query: Value) -> Iterator[models.SupplierContractsListed]:
        """List supplier_contracts."""
        return self.pages("/supplier_contracts", query)

    def create_supplier_contracts(self, body: models.SupplierContractsNew) -> models.SupplierContracts:
        """Create one of supplier_contracts."""
        return self.call("POST", "/supplier_contracts", body=body)

    def read_supplier_contracts(self, id: int) -> models.SupplierContracts:
        """Read one of supplier_contracts."""
        return self.call("GET", f"/supplier_contracts/{id}")

    def change_supplier_contracts(self, id: int, body: models.SupplierContractsChanged, version: int | None = None) -> models.SupplierContracts:
        """Change one of supplier_contracts; what is left out stays as it is."""
        return self.call("PUT", f"/supplier_contracts/{id}", body=body, version=version)

    def read_supplier_contracts_history(self, id: int) -> models.History:
        """Read what happened to one of supplier_contracts."""
        return self.call("GET", f"/supplier_contracts/{id}/history")

    def post_supplier_contracts_files(self, name: str, content: bytes) -> models.File:
        """Upload a file for supplier_contracts: name its id in the row within a day."""
        return self.call("POST", "/supplier_contracts/files", file=(name, content))

    def list_supplier_services(self, **query: Value) -> Iterator[models.SupplierServicesListed]:
        """List supplier_services."""
        return self.pages("/supplier_services", query)

    def create_supplier_services(self, body: models.SupplierServicesNew) -> models.SupplierServices:
        """Create one of supplier_services."""
        return self.call("POST", "/supplier_services", body=body)

    def read_supplier_services(self, id: int) -> models.SupplierServices:
        """Read one of supplier_services."""
        return self.call("GET", f"/supplier_services/{id}")

    def change_supplier_services(self, id: int, body: models.SupplierServicesChanged, version: int | None = None) -> models.SupplierServices:
        """Change one of supplier_services; what is left out stays as it is."""
        return self.call("PUT", f"/supplier_services/{id}", body=body, version=version)

    def read_supplier_services_history(self, id: int) -> models.History:
        """Read what happened to one of supplier_services."""
        return self.call("GET", f"/supplier_services/{id}/history")

    def list_suppliers(self, **query: Value) -> Iterator[models.SuppliersListed]:
        """List suppliers."""
        return self.pages("/suppliers", query)

    def create_suppliers(self, body: models.SuppliersNew) -> models.Suppliers:
        """Create one of suppliers."""
        return self.call("POST", "/suppliers", body=body)

    def read_suppliers(self, id: int) -> models.Suppliers:
        """Read one of suppliers."""
        return self.call("GET", f"/suppliers/{id}")

    def change_suppliers(self, id: int, body: models.SuppliersChanged, version: int | None = None) -> models.Suppliers:
        """Change one of suppliers; what is left out stays as it is."""
        return self.call("PUT", f"/suppliers/{id}", body=body, version=version)

    def read_suppliers_history(self, id: int) -> models.History:
        """Read what happened to one of suppliers."""
        return self.call("GET", f"/suppliers/{id}/history")

    def list_supporting_assets(self, **query: Value) -> Iterator[models.SupportingAssetsListed]:
        """List supporting_assets."""
        return self.pages("/supporting_assets", query)

    def create_supporting_assets(self, body: models.SupportingAssetsNew) -> models.SupportingAssets:
        """Create one of supporting_assets."""
        return self.call("POST", "/supporting_assets", body=body)

    def read_supporting_assets(self, id: int) -> models.SupportingAssets:
        """Read one of supporting_assets."""
        return self.call("GET", f"/supporting_assets/{id}")

    def change_supporting_assets(self, id: int, body: models.SupportingAssetsChanged, version: int | None = None) -> models.SupportingAssets:
        """Change one of supporting_assets; what is left out stays as it is."""
        return self.call("PUT", f"/supporting_assets/{id}", body=body, version=version)

    def read_supporting_assets_history(self, id: int) -> models.History:
        """Read what happened to one of supporting_assets."""
        return self.call("GET", f"/supporting_assets/{id}/history")

    def post_supporting_assets_inventory(self, name: str, content: bytes, **query: Value) -> models.PostSupportingAssetsInventoryAnswer:
        """Import the services and components of one application from CycloneDX JSON, or tell what that would change."""
        return self.call("POST", "/supporting_assets/inventory", query=query, file=(name, content))

    def list_threats(self, **query: Value) -> Iterator[models.ThreatsListed]:
        """List threats."""
        return self.pages("/threats", query)

    def create_threats(self, body: models.ThreatsNew) -> models.Threats:
        """Create one of threats."""
        return self.call("POST", "/threats", body=body)

    def read_threats(self, id: int) -> models.Threats:
        """Read one of threats."""
        return self.call("GET", f"/threats/{id}")

    def change_threats(self, id: int, body: models.ThreatsChanged, version: int | None = None) -> models.Threats:
        """Change one of threats; what is left out stays as it is."""
        return self.call("PUT", f"/threats/{id}", body=body, version=version)

    def read_threats_history(self, id: int) -> models.History:
        """Read what happened to one of threats."""
        return self.call("GET", f"/threats/{id}/history")
