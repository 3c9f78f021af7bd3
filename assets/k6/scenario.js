// The load of a Cipherbench plan, for k6: `k6 run` this file with the address and the token that
// `cipherbench serve-api` prints in CIPHERBENCH_API_URL and CIPHERBENCH_API_TOKEN.
import http from 'k6/http';
import exec from 'k6/execution';
import { check, fail } from 'k6';

const plan = __PLAN__;

const address = __ENV.CIPHERBENCH_API_URL;
const token = __ENV.CIPHERBENCH_API_TOKEN;

// One name for all ids, because k6 keeps a series for each name. Thresholds refer to the route.
const asking = (route, name) => ({
  headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  tags: { route, name },
});
const getting = asking('get', `GET ${plan.path}/id`);
const adding = asking('add', `POST ${plan.path}`);

export const options = {
  scenarios: plan.scenarios,
  thresholds: plan.thresholds,
  summaryTrendStats: ['avg', 'min', 'med', 'max', 'p(95)', 'p(99)', 'p(99.9)'],
  insecureSkipTLSVerify: true, // the API has a self-signed certificate
};

export function setup() {
  if (!address || !token) {
    fail('Set CIPHERBENCH_API_URL and CIPHERBENCH_API_TOKEN to what `cipherbench serve-api` prints.');
  }
}

export function getUser() {
  const id = plan.ids.first + Math.floor(Math.random() * plan.ids.count);
  const answer = http.get(`${address}${plan.path}/${id}`, getting);
  check(answer, { 'a user came': (each) => each.status === 200 });
}

export function addUser() {
  const number = exec.scenario.iterationInTest;
  const sample = plan.samples[number % plan.samples.length];
  const user = Object.assign({}, sample, { account: plan.accounts + number });
  const answer = http.post(`${address}${plan.path}`, JSON.stringify(user), adding);
  check(answer, { 'a user was added': (each) => each.status === 201 });
}

// One user sends the reads of a baseline, then its writes, and waits for each answer.
export function oneAfterAnother() {
  if (exec.scenario.iterationInTest < plan.reads) {
    getUser();
  } else {
    addUser();
  }
}
