import { expect, test } from "vitest";
import { bankEmpty, timeOver } from "./endings";

test("an empty bank and the end of time are said as the rules have them", () => {
  const szkoly = { until_all_pass: true, finish_move: true };
  expect(bankEmpty(szkoly)).not.toBe(bankEmpty({}));
  expect(timeOver(szkoly)).not.toBe(timeOver({}));
});
