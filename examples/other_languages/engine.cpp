// An AD engine in C++ that adspec can check: numbers only, one rule for both modes, the standard library alone.
//
//     g++ -std=c++17 -O1 -o engine examples/other_languages/engine.cpp
//     adspec check cmd:./engine
//
// It reads requests from standard input, one JSON object a line, and writes answers to standard output.
// FAULT=tanh in the environment takes 1 − tanh x for the derivative of tanh x.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

// ------------------------------------------------------------------ JSON: what a request is made of

struct Json {
  enum Kind { null, boolean, number, text, list, object } kind = null;
  double value = 0;
  std::string word;
  std::vector<Json> items;
  std::map<std::string, Json> fields;

  const Json& operator[](const char* key) const {
    auto found = fields.find(key);
    if (found == fields.end()) throw std::runtime_error(std::string("no field ") + key);
    return found->second;
  }
  bool has(const char* key) const { return fields.count(key) > 0; }
};

class Reader {
 public:
  explicit Reader(const std::string& line) : at_(line.c_str()) {}

  Json json() {
    skip();
    Json found;
    if (*at_ == '{') {
      found.kind = Json::object;
      each('}', [&] {
        std::string key = quoted();
        expect(':');
        found.fields[key] = json();
      });
    } else if (*at_ == '[') {
      found.kind = Json::list;
      each(']', [&] { found.items.push_back(json()); });
    } else if (*at_ == '"') {
      found.kind = Json::text;
      found.word = quoted();
    } else if (*at_ == 't' || *at_ == 'f') {
      found.kind = Json::boolean;
      found.value = *at_ == 't';
      at_ += *at_ == 't' ? 4 : 5;
    } else if (*at_ == 'n') {
      at_ += 4;
    } else {
      char* end;
      found.kind = Json::number;
      found.value = std::strtod(at_, &end);
      if (end == at_) throw std::runtime_error("not JSON");
      at_ = end;
    }
    return found;
  }

 private:
  void skip() {
    while (*at_ == ' ' || *at_ == '\t') at_++;
  }
  void expect(char wanted) {
    skip();
    if (*at_++ != wanted) throw std::runtime_error("not JSON");
  }
  void each(char end, const std::function<void()>& part) {
    at_++;
    skip();
    if (*at_ == end) {
      at_++;
      return;
    }
    for (;;) {
      skip();
      part();
      skip();
      if (*at_ == end) break;
      expect(',');
    }
    at_++;
  }
  std::string quoted() {  // names and numbers: adspec escapes none of their letters
    std::string found;
    for (expect('"'); *at_ && *at_ != '"'; at_++) found += *at_;
    expect('"');
    return found;
  }
  const char* at_;
};

// ------------------------------------------------------------------ rules

using Numbers = std::vector<double>;
struct Rule {
  std::function<double(const Numbers&)> value;
  std::function<Numbers(const Numbers&, double)> partials;  // of each argument, from arguments and value
};

Rule one(double (*f)(double), double (*slope)(double x, double y)) {
  return {[f](const Numbers& a) { return f(a[0]); },
          [slope](const Numbers& a, double y) { return Numbers{slope(a[0], y)}; }};
}
Rule two(double (*f)(double, double), Numbers (*slopes)(double a, double b, double y)) {
  return {[f](const Numbers& a) { return f(a[0], a[1]); },
          [slopes](const Numbers& a, double y) { return slopes(a[0], a[1], y); }};
}

const bool faulty = std::getenv("FAULT") && std::string(std::getenv("FAULT")) == "tanh";
double tanh_slope(double x, double y) {
  double sech = 1 / std::cosh(x);  // 1 − tanh² loses all digits at 20
  return faulty ? 1 - y : sech * sech;
}

const std::map<std::string, Rule> rules = {
    {"negative", one([](double x) { return -x; }, [](double, double) { return -1.0; })},
    {"square", one([](double x) { return x * x; }, [](double x, double) { return 2 * x; })},
    {"sqrt", one(std::sqrt, [](double, double y) { return 0.5 / y; })},
    {"exp", one(std::exp, [](double, double y) { return y; })},
    {"log", one(std::log, [](double x, double) { return 1 / x; })},
    {"log1p", one(std::log1p, [](double x, double) { return 1 / (1 + x); })},
    {"expm1", one(std::expm1, [](double x, double) { return std::exp(x); })},
    {"sin", one(std::sin, [](double x, double) { return std::cos(x); })},
    {"cos", one(std::cos, [](double x, double) { return -std::sin(x); })},
    {"tan", one(std::tan, [](double, double y) { return 1 + y * y; })},
    {"atan", one(std::atan, [](double x, double) { return 1 / (1 + x * x); })},
    {"sinh", one(std::sinh, [](double x, double) { return std::cosh(x); })},
    {"cosh", one(std::cosh, [](double x, double) { return std::sinh(x); })},
    {"tanh", one(std::tanh, tanh_slope)},
    {"add", two([](double a, double b) { return a + b; }, [](double, double, double) { return Numbers{1, 1}; })},
    {"subtract", two([](double a, double b) { return a - b; }, [](double, double, double) { return Numbers{1, -1}; })},
    {"multiply", two([](double a, double b) { return a * b; }, [](double a, double b, double) { return Numbers{b, a}; })},
    {"divide", two([](double a, double b) { return a / b; }, [](double, double b, double y) { return Numbers{1 / b, -y / b}; })},
    {"hypot", two(std::hypot, [](double a, double b, double y) { return y == 0 ? Numbers{0, 0} : Numbers{a / y, b / y}; })},
};

// ------------------------------------------------------------------ differentiation

struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Step {
  double value;
  std::vector<int> parents;  // places on the tape, -1 for a literal
  Numbers partials;
};
struct Run {
  std::vector<Step> tape;
  std::vector<int> outputs;
};

double literal(const Json& atom) {
  if (atom.kind == Json::number || atom.kind == Json::boolean) return atom.value;
  if (atom.has("f")) return std::strtod(atom["f"].word.c_str(), nullptr);  // which reads hexadecimal
  throw Unsupported("no literals but numbers");
}

Run record(const Json& program, const Numbers& inputs) {
  Run run;
  std::map<std::string, int> places;
  for (size_t i = 0; i < inputs.size(); i++) {
    places[program["inputs"].items[i].word] = static_cast<int>(i);
    run.tape.push_back({inputs[i], {}, {}});
  }
  for (const Json& line : program["equations"].items) {
    auto rule = rules.find(line["primitive"].word);
    if (rule == rules.end() || line.has("bodies") || !line["params"].fields.empty())
      throw Unsupported("no " + line["primitive"].word + " in this form");
    Numbers numbers;
    Step step;
    for (const Json& atom : line["args"].items) {
      step.parents.push_back(atom.has("n") ? places.at(atom["n"].word) : -1);
      numbers.push_back(atom.has("n") ? run.tape[step.parents.back()].value : literal(atom));
    }
    step.value = rule->second.value(numbers);
    step.partials = rule->second.partials(numbers, step.value);
    places[line["name"].word] = static_cast<int>(run.tape.size());
    run.tape.push_back(step);
  }
  for (const Json& name : program["outputs"].items) run.outputs.push_back(places.at(name.word));
  return run;
}

double times(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }  // nothing asked for, nothing said

Numbers push(const Run& run, const Numbers& tangents) {
  Numbers moved(run.tape.size(), 0.0);
  for (size_t i = 0; i < moved.size(); i++) {
    const Step& step = run.tape[i];
    if (i < tangents.size()) moved[i] = tangents[i];
    for (size_t k = 0; k < step.parents.size(); k++)
      if (step.parents[k] >= 0) moved[i] += times(step.partials[k], moved[step.parents[k]]);
  }
  Numbers found;
  for (int place : run.outputs) found.push_back(moved[place]);
  return found;
}

Numbers pull(const Run& run, const Numbers& cotangents, size_t count) {
  Numbers got(run.tape.size(), 0.0);
  for (size_t k = 0; k < run.outputs.size(); k++) got[run.outputs[k]] += cotangents[k];
  for (size_t i = got.size(); i-- > 0;)
    for (size_t k = 0; k < run.tape[i].parents.size(); k++)
      if (run.tape[i].parents[k] >= 0) got[run.tape[i].parents[k]] += times(run.tape[i].partials[k], got[i]);
  got.resize(count);
  return got;
}

// ------------------------------------------------------------------ the talk

Numbers read(const Json& list) {
  Numbers found;
  for (const Json& item : list.items) found.push_back(std::strtod(item.word.c_str(), nullptr));
  return found;
}

std::string written(const Numbers& numbers) {
  std::string text;
  for (double number : numbers) {
    char one[40];
    std::snprintf(one, sizeof one, "%s\"%a\"", text.empty() ? "" : ", ", number);
    text += one;
  }
  return "[" + text + "]";
}

std::string hello() {
  std::string names;
  for (const auto& rule : rules) names += (names.empty() ? "\"" : ", \"") + rule.first + "\"";
  return "\"protocol\": 1, \"name\": \"tape.cpp\", \"version\": \"1.0\", \"primitives\": [" + names +
         "], \"values\": \"scalars\", \"dtypes\": [\"float64\"], \"ops\": [\"value\", \"jvp\", \"vjp\"]";
}

std::string answer(const Json& request) {
  const std::string& op = request["op"].word;
  if (op == "hello") return hello();
  Run run = record(request["program"], read(request["inputs"]));
  Numbers value;
  for (int place : run.outputs) value.push_back(run.tape[place].value);
  std::string text = "\"value\": " + written(value);
  if (op == "jvp") text += ", \"tangents\": " + written(push(run, read(request["tangents"])));
  if (op == "vjp") {
    Numbers found = pull(run, read(request["cotangents"]), request["wrt"].items.size());
    text += ", \"cotangents\": " + written(found);
  }
  return text;
}

std::string error(const char* kind, const std::exception& what) {
  return std::string("\"error\": {\"kind\": \"") + kind + "\", \"message\": \"" + what.what() + "\"}";
}

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    Json request = Reader(line).json();
    std::string said;
    try {
      said = answer(request);
    } catch (const Unsupported& what) {
      said = error("unsupported", what);
    } catch (const std::exception& what) {
      said = error("failure", what);
    }
    std::cout << "{\"id\": " << static_cast<long>(request["id"].value) << ", " << said << "}" << std::endl;
  }
}
