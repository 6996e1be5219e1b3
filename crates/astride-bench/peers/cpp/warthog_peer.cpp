// Warthog's jump point searches; see ../../src/peers/child.rs for what is said.
//
// A query is timed up to Warthog's own path, which names the points where it turns; the cells between
// them are filled in afterwards, and only where an answer is checked.

// A header of Warthog 0.5.1 uses this without including it.
#include <algorithm>
#include <cstdint>
#include <ctime>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <jps/jump/jump_point_offline.h>
#include <jps/jump/jump_point_online.h>
#include <jps/search/jps_expansion_policy.h>
#include <jps/search/jps_prune_expansion_policy.h>
#include <warthog/domain/gridmap.h>
#include <warthog/heuristic/octile_heuristic.h>
#include <warthog/search/unidirectional_search.h>
#include <warthog/util/pqueue.h>

namespace
{

using place = std::pair<int, int>;

std::int64_t
nanos(clockid_t clock)
{
	timespec now;
	clock_gettime(clock, &now);
	return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

// The nanoseconds that some work takes: of the thread, or elapsed ones if these are fewer.
template<typename Work>
std::int64_t
timed(Work work)
{
	auto busy = nanos(CLOCK_THREAD_CPUTIME_ID), began = nanos(CLOCK_MONOTONIC);
	work();
	auto elapsed = nanos(CLOCK_MONOTONIC) - began;
	return std::min(elapsed, nanos(CLOCK_THREAD_CPUTIME_ID) - busy);
}

int
sign(int value)
{
	return (value > 0) - (value < 0);
}

// The steps of a path whose points are given: diagonals come first, as its searches go.
std::string
steps(const std::vector<place>& points)
{
	// The digit of the step (dx, dy), by rows from (-1, -1); the middle is no step.
	static constexpr char digits[] = "701"
	                                 "6?2"
	                                 "543";
	std::string text;
	for(std::size_t i = 1; i < points.size(); i++)
	{
		auto [x, y] = points[i - 1];
		while(x != points[i].first || y != points[i].second)
		{
			int dx = sign(points[i].first - x), dy = sign(points[i].second - y);
			text.push_back(digits[(dy + 1) * 3 + dx + 1]);
			x += dx;
			y += dy;
		}
	}
	return text;
}

template<typename Policy>
class session
{
public:
	explicit session(warthog::domain::gridmap& map)
	    : width_(map.header_width()), policy_(&map),
	      octile_(map.width(), map.height()), search_(&octile_, &policy_, &open_)
	{ }

	void
	find(place from, place to)
	{
		warthog::search::problem_instance ends(pack(from), pack(to));
		warthog::search::search_parameters parameters;
		solution_.reset();
		search_.get_path(&ends, &parameters, &solution_);
	}

	// The points of the path last found, none without one.
	std::vector<place>
	points() const
	{
		std::vector<place> points;
		for(auto node : solution_.path_)
		{
			auto id = static_cast<std::uint32_t>(node.id);
			points.emplace_back(id % width_, id / width_);
		}
		return points;
	}

private:
	warthog::pack_id
	pack(place at) const
	{
		return warthog::pack_id{static_cast<std::uint32_t>(at.second) * width_
		                        + static_cast<std::uint32_t>(at.first)};
	}

	std::uint32_t width_;
	Policy policy_;
	warthog::heuristic::octile_heuristic octile_;
	warthog::util::pqueue_min open_;
	warthog::search::unidirectional_search<
	    warthog::heuristic::octile_heuristic, Policy>
	    search_;
	warthog::search::solution solution_;
};

template<typename Policy>
int
serve()
{
	std::cout << "hello 0.5.1" << std::endl;
	std::string word;
	std::uint32_t width, height;
	if(!(std::cin >> word >> width >> height) || word != "map") { return 1; }
	warthog::domain::gridmap map(height, width);
	for(std::uint32_t y = 0; y < height; y++)
	{
		if(!(std::cin >> word) || word.size() != width) { return 1; }
		for(std::uint32_t x = 0; x < width; x++)
		{
			map.set_label(map.to_padded_id_from_unpadded(x, y), word[x] == '.');
		}
	}
	std::optional<session<Policy>> made;
	auto took = timed([&] { made.emplace(map); });
	auto& searches = *made;
	// What it tells of its memory leaves out the table of JPS+.
	std::cout << "ready " << took << " -" << std::endl;

	while(std::cin >> word)
	{
		place from, to;
		if(word == "path")
		{
			std::cin >> from.first >> from.second >> to.first >> to.second;
			searches.find(from, to);
			auto points = searches.points();
			std::cout << (points.empty() ? "none" : "steps " + steps(points)) << std::endl;
		}
		else if(word == "time")
		{
			std::size_t count;
			std::cin >> count;
			std::vector<std::pair<place, place>> queries(count);
			for(auto& [a, b] : queries)
			{
				std::cin >> a.first >> a.second >> b.first >> b.second;
			}
			std::vector<std::int64_t> laps;
			laps.reserve(count);
			for(auto [from, to] : queries)
			{
				laps.push_back(timed([&, from = from, to = to] { searches.find(from, to); }));
			}
			for(auto each : laps)
			{
				std::cout << each << " 0\n";
			}
			std::cout << std::flush;
		}
		else { return 1; }
	}
	return 0;
}

} // namespace

int
main(int count, char** arguments)
{
	using namespace jps::search;
	using online  = jps::jump::jump_point_online;
	using offline = jps::jump::jump_point_offline<>;
	std::string which = count > 1 ? arguments[1] : "";
	if(which == "jps") { return serve<jps_expansion_policy<online>>(); }
	if(which == "jps2") { return serve<jps_prune_expansion_policy<online>>(); }
	if(which == "jps+") { return serve<jps_expansion_policy<offline>>(); }
	if(which == "jps2+") { return serve<jps_prune_expansion_policy<offline>>(); }
	std::cout << "missing a search by the name '" << which << "'" << std::endl;
	return 1;
}
