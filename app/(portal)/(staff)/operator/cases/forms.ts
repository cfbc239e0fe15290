import { answerForm } from "../../case-form.tsx";

export const forms = {
  "[case_id]/answer": answerForm("operator"),
};
